export interface Kernel {
  readonly id: string;
  readonly label: string;
  readonly version: string;
  readonly kvm: boolean;
  readonly architecture: 'i386' | 'x86_64';
  readonly pvops: boolean;
  readonly deprecated: boolean;
  readonly built: string;
}

const kernel = (
  id: string,
  label: string,
  version: string,
  rest: Partial<Kernel> = {},
): Kernel => ({
  id: `compute/${id}`,
  label,
  version,
  kvm: true,
  architecture: 'x86_64',
  pvops: true,
  deprecated: false,
  built: '2022-08-17T16:31:36',
  ...rest,
});

const OLD = { kvm: false, architecture: 'i386', deprecated: true } as const;

/** Kernels that users name. Source: catalog#kernels. */
const NAMED: readonly Kernel[] = [
  kernel('latest-64bit', 'Latest 64 bit (5.19.2-x86_64-compute156)', '5.19.2'),
  kernel('latest-32bit', 'Latest 32 bit (5.19.2-x86-compute176)', '5.19.2', {
    architecture: 'i386',
  }),
  kernel('latest-2.6-32bit', 'Latest 2.6 (2.6.39.1-compute34)', '2.6.39', OLD),
  kernel('latest-2.6', 'Latest 2.6 Stable (2.6.23.17-compute44)', '2.6.24', {
    ...OLD,
    pvops: false,
  }),
  kernel('grub2', 'GRUB 2', '2.06'),
  kernel('grub-legacy', 'GRUB (Legacy)', '2.0.0'),
  kernel('direct-disk', 'Direct Disk', 'Direct Disk'),
];

/** Number of minor versions per series: enough for four pages of the default size, as recorded.
 *  Source: catalog#kernels. */
const SERIES: readonly (readonly [series: string, builds: number])[] = [
  ['2.6', 12],
  ['3.0', 12],
  ['3.9', 12],
  ['4.1', 16],
  ['4.9', 16],
  ['4.14', 18],
  ['4.18', 18],
  ['5.1', 18],
  ['5.10', 16],
  ['5.19', 16],
];

const numbered = SERIES.flatMap(([series, builds], place) =>
  Array.from({ length: builds }, (_, build): readonly Kernel[] => {
    const version = `${series}.${build}`;
    const number = place * 20 + build;
    const deprecated = place < 5;
    return [
      kernel(`${version}-x86_64-compute${number}`, `${version}-x86_64-compute${number}`, version, {
        deprecated,
      }),
      kernel(`${version}-x86-compute${number}`, `${version}-x86-compute${number}`, version, {
        deprecated,
        architecture: 'i386',
      }),
    ];
  }).flat(),
);

export const KERNELS: readonly Kernel[] = [...NAMED, ...numbered];

export const isKernel = (id: string): boolean => KERNELS.some((known) => known.id === id);

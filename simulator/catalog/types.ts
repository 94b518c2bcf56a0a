/** A plan: memory and disk in MB, transfer in GB a month, network_out in Mbit/s, prices in US
 *  dollars. */
export interface PlanType {
  readonly id: string;
  readonly label: string;
  readonly class: string;
  readonly memory: number;
  readonly disk: number;
  readonly transfer: number;
  readonly vcpus: number;
  readonly gpus: number;
  readonly network_out: number;
  readonly price: { readonly hourly: number; readonly monthly: number };
  readonly addons: {
    readonly backups: {
      readonly price: { readonly hourly: number | null; readonly monthly: number | null };
    };
  };
  readonly successor: string | null;
}

type Line = readonly [
  id: string,
  label: string,
  class_: string,
  memory: number,
  disk: number,
  transfer: number,
  vcpus: number,
  gpus: number,
  network: number,
  hourly: number,
  monthly: number,
  backupHourly: number | null,
  backupMonthly: number | null,
];

// biome-ignore format: a table reads best as a table
const LINES: readonly Line[] = [
  ['g6-nanode-1', 'Nanode 1GB', 'nanode', 1024, 25_600, 1000, 1, 0, 1000, 0.0075, 5, 0.003, 2],
  ['g6-standard-1', 'Compute 2GB', 'standard', 2048, 51_200, 2000, 1, 0, 2000, 0.015, 10, 0.004, 2.5],
  ['g6-standard-2', 'Compute 4GB', 'standard', 4096, 81_920, 4000, 2, 0, 4000, 0.03, 20, 0.008, 5],
  ['g6-standard-4', 'Compute 8GB', 'standard', 8192, 163_840, 5000, 4, 0, 5000, 0.06, 40, 0.015, 10],
  ['g6-standard-6', 'Compute 16GB', 'standard', 16_384, 327_680, 8000, 6, 0, 6000, 0.12, 80, 0.03, 20],
  ['g6-standard-8', 'Compute 32GB', 'standard', 32_768, 655_360, 16_000, 8, 0, 7000, 0.24, 160, 0.06, 40],
  ['g6-standard-16', 'Compute 64GB', 'standard', 65_536, 1_310_720, 20_000, 16, 0, 9000, 0.48, 320, 0.12, 80],
  ['g6-standard-20', 'Compute 96GB', 'standard', 98_304, 1_966_080, 20_000, 20, 0, 10_000, 0.72, 480, 0.18, 120],
  ['g6-standard-24', 'Compute 128GB', 'standard', 131_072, 2_621_440, 20_000, 24, 0, 11_000, 0.96, 640, 0.24, 160],
  ['g6-standard-32', 'Compute 192GB', 'standard', 196_608, 3_932_160, 20_000, 32, 0, 12_000, 1.44, 960, 0.36, 240],
  ['g7-highmem-1', 'Compute 24GB', 'highmem', 24_576, 20_480, 5000, 2, 0, 5000, 0.09, 60, 0.0075, 5],
  ['g7-highmem-2', 'Compute 48GB', 'highmem', 49_152, 40_960, 6000, 2, 0, 6000, 0.18, 120, 0.015, 10],
  ['g7-highmem-4', 'Compute 90GB', 'highmem', 92_160, 92_160, 7000, 4, 0, 7000, 0.36, 240, 0.03, 20],
  ['g7-highmem-8', 'Compute 150GB', 'highmem', 153_600, 204_800, 8000, 8, 0, 8000, 0.72, 480, 0.06, 40],
  ['g7-highmem-16', 'Compute 300GB', 'highmem', 307_200, 348_160, 9000, 16, 0, 9000, 1.44, 960, 0.12, 80],
  ['g6-dedicated-2', 'Dedicated 4GB', 'dedicated', 4096, 81_920, 4000, 2, 0, 4000, 0.045, 30, 0.008, 5],
  ['g6-dedicated-4', 'Dedicated 8GB', 'dedicated', 8192, 163_840, 5000, 4, 0, 5000, 0.09, 60, 0.015, 10],
  ['g6-dedicated-8', 'Dedicated 16GB', 'dedicated', 16_384, 327_680, 6000, 8, 0, 6000, 0.18, 120, 0.03, 20],
  ['g6-dedicated-16', 'Dedicated 32GB', 'dedicated', 32_768, 655_360, 7000, 16, 0, 7000, 0.36, 240, 0.06, 40],
  ['g6-dedicated-32', 'Dedicated 64GB', 'dedicated', 65_536, 1_310_720, 8000, 32, 0, 8000, 0.72, 480, 0.12, 80],
  ['g6-dedicated-48', 'Dedicated 96GB', 'dedicated', 98_304, 1_966_080, 9000, 48, 0, 9000, 1.08, 720, 0.18, 120],
  ['g6-dedicated-50', 'Dedicated 128GB', 'dedicated', 131_072, 2_560_000, 10_000, 50, 0, 10_000, 1.44, 960, 0.24, 160],
  ['g6-dedicated-56', 'Dedicated 256GB', 'dedicated', 262_144, 5_120_000, 11_000, 56, 0, 11_000, 2.88, 1920, 0.3, 200],
  ['g6-dedicated-64', 'Dedicated 512GB', 'dedicated', 524_288, 7_372_800, 12_000, 64, 0, 12_000, 5.76, 3840, 0.36, 240],
  ['g1-gpu-rtx6000-1', 'Dedicated 32GB + RTX6000 GPU x1', 'gpu', 32_768, 655_360, 16_000, 8, 1, 10_000, 1.5, 1000, 0.06, 40],
  ['g1-gpu-rtx6000-2', 'Dedicated 64GB + RTX6000 GPU x2', 'gpu', 65_536, 1_310_720, 20_000, 16, 2, 10_000, 3, 2000, 0.12, 80],
  ['g1-gpu-rtx6000-3', 'Dedicated 96GB + RTX6000 GPU x3', 'gpu', 98_304, 1_966_080, 20_000, 20, 3, 10_000, 4.5, 3000, 0.18, 120],
  ['g1-gpu-rtx6000-4', 'Dedicated 128GB + RTX6000 GPU x4', 'gpu', 131_072, 2_621_440, 20_000, 24, 4, 10_000, 6, 4000, 0.24, 160],
  ['g1-metal-b1', 'Bare Metal - Tier B Level 1', 'metal', 8192, 262_144, 10_000, 8, 0, 6000, 0.05, 30, null, null],
  ['g1-metal-b2', 'Bare Metal - Tier B Level 2', 'metal', 16_384, 524_288, 10_000, 16, 0, 6000, 0.06, 40, null, null],
  ['g1-metal-c1', 'Bare Metal - Tier C Level 1', 'metal', 32_768, 983_040, 10_000, 16, 0, 6000, 0.09, 60, null, null],
  ['g1-metal-c2', 'Bare Metal - Tier C Level 2', 'metal', 65_536, 983_040, 10_000, 32, 0, 6000, 0.12, 80, null, null],
];

/** The plans as recorded. Source: catalog#plan-types. */
export const PLAN_TYPES: readonly PlanType[] = LINES.map(
  ([
    id,
    label,
    class_,
    memory,
    disk,
    transfer,
    vcpus,
    gpus,
    network_out,
    hourly,
    monthly,
    backupHourly,
    backupMonthly,
  ]) => ({
    id,
    label,
    price: { hourly, monthly },
    addons: { backups: { price: { hourly: backupHourly, monthly: backupMonthly } } },
    memory,
    disk,
    transfer,
    vcpus,
    gpus,
    network_out,
    class: class_,
    successor: null,
  }),
);

export const planType = (id: string): PlanType | undefined =>
  PLAN_TYPES.find((type) => type.id === id);

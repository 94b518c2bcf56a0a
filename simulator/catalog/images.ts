/** A public image; `size` in MB. */
export interface PublicImage {
  readonly id: string;
  readonly label: string;
  readonly vendor: string;
  readonly size: number;
  readonly deprecated: boolean;
  readonly eol: string;
}

type Line = readonly [
  name: string,
  label: string,
  vendor: string,
  size: number,
  eol: string,
  state?: 'deprecated',
];

/** The images in recordings and documents, and close relatives. */
const LINES: readonly Line[] = [
  ['almalinux8', 'AlmaLinux 8', 'AlmaLinux', 1200, '2029-05-31T04:00:00'],
  ['alpine3.15', 'Alpine 3.15', 'Alpine', 300, '2023-11-01T04:00:00'],
  ['alpine3.17', 'Alpine 3.17', 'Alpine', 300, '2024-11-22T05:00:00'],
  ['arch', 'Arch Linux', 'Arch', 2500, '2099-12-31T05:00:00'],
  ['centos7', 'CentOS 7', 'CentOS', 1500, '2024-07-01T04:00:00'],
  ['debian9', 'Debian 9', 'Debian', 1100, '2022-06-30T04:00:00', 'deprecated'],
  ['debian10', 'Debian 10', 'Debian', 1500, '2024-06-30T04:00:00'],
  ['debian11', 'Debian 11', 'Debian', 1300, '2026-06-30T04:00:00'],
  ['debian12', 'Debian 12', 'Debian', 1400, '2028-06-30T04:00:00'],
  ['fedora34', 'Fedora 34', 'Fedora', 1600, '2022-05-17T04:00:00', 'deprecated'],
  ['fedora38', 'Fedora 38', 'Fedora', 1900, '2024-05-14T04:00:00'],
  ['rocky9', 'Rocky Linux 9', 'Rocky', 1100, '2032-05-31T04:00:00'],
  ['slackware15.0', 'Slackware 15.0', 'Slackware', 8000, '2027-02-02T05:00:00'],
  ['ubuntu16.04lts', 'Ubuntu 16.04 LTS', 'Ubuntu', 2700, '2021-04-30T04:00:00'],
  ['ubuntu18.04', 'Ubuntu 18.04 LTS', 'Ubuntu', 2700, '2023-05-31T04:00:00'],
  ['ubuntu20.04', 'Ubuntu 20.04 LTS', 'Ubuntu', 2700, '2025-05-31T04:00:00'],
  ['ubuntu22.04', 'Ubuntu 22.04 LTS', 'Ubuntu', 3000, '2027-04-30T04:00:00'],
];

export const PUBLIC_IMAGES: readonly PublicImage[] = LINES.map(
  ([name, label, vendor, size, eol, state]) => ({
    id: `compute/${name}`,
    label,
    vendor,
    size,
    deprecated: state === 'deprecated',
    eol,
  }),
);

/** Terminal colours; plain text elsewhere. */
export interface Paint {
  readonly added: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly lost: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
}

const painted =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;
const plain = (text: string): string => text;

export const COLOURS: Paint = {
  added: painted(32),
  changed: painted(33),
  lost: painted(31),
  dim: painted(2),
  strong: painted(1),
};
export const NO_COLOURS: Paint = {
  added: plain,
  changed: plain,
  lost: plain,
  dim: plain,
  strong: plain,
};

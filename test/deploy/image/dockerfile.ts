/** One instruction of a Dockerfile: `COPY`, and the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** The base image, verbatim. */
  readonly base: string;
  /** The name for later stages; null where there is none. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

const FROM = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/;

/** Parses the stages of a Dockerfile with each instruction on one line. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const instructions = dockerfile
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({
      name: line.split(' ', 1)[0] ?? '',
      text: line.slice(line.indexOf(' ') + 1),
    }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => {
    const [, base = '', name = null] = FROM.exec(instructions[start]?.text ?? '') ?? [];
    return { base, name, instructions: instructions.slice(start + 1, starts[index + 1]) };
  });
}

export const said = ({ instructions }: Stage, name: string): readonly string[] =>
  instructions.filter((one) => one.name === name).map(({ text }) => text);

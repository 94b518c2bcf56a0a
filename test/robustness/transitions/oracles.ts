import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { conditionsIn } from '../../support/damages.ts';
import { isReady } from '../../support/invariants.ts';
import type { Account, Row } from './account.ts';
import type { Reading, Spec, Surroundings } from './character.ts';
import { idOf, nameOf, real, type Surround } from './surroundings.ts';
import { characterOf } from './universe.ts';

/** Returns the path of an object's item in the account. */
export function pathOf(surround: Surround, who: string): string {
  const { kind } = nameOf(who);
  const object = surround.world.cluster.get(nameOf(who));
  const definition = KINDS.find((one) => one.kind === kind);
  if (definition === undefined || object === undefined) return '';
  const { name, id } = asRecord(asRecord(object.spec)['domainRef']) as {
    readonly name?: string;
    readonly id?: number;
  };
  const domain = name === undefined ? id : idOf(surround, `Domain/${name}`);
  return `${definition.collection({ spec: { domainRef: { id: domain } }, name: '', mark: null, secrets: {} })}/${idOf(surround, who)}`;
}

const aroundOf = (surround: Surround, account: Account): Surroundings => ({
  idOf: (who) => idOf(surround, who),
  rowOf: (who) => account.get(pathOf(surround, who)) ?? {},
  rowsOf: (path) => [...account].flatMap(([one, row]) => (one.startsWith(`${path}/`) ? [row] : [])),
  instances: () =>
    surround.world.cluster
      .list('Instance', 'default')
      .filter(({ metadata }) => account.has(pathOf(surround, `Instance/${metadata.name}`)))
      .map(({ metadata: { name, labels = {} } }) => ({ name, labels })),
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the desired value of a spec member, and that of the account. */
function compared(
  reading: Reading,
  value: unknown,
  spec: Spec,
  row: Row,
  at: Surroundings,
): { readonly asked: unknown; readonly shown: unknown } {
  const field = row[reading.field] as never;
  return {
    asked: reading.as === undefined ? value : reading.as(value as never, at, spec),
    shown: reading.of === undefined ? field : reading.of(field, value as never),
  };
}

const said = (object: KubeObject): string =>
  conditionsIn(asRecord(object.status))
    .map(({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`)
    .join('; ');

/** Returns the spec members that the account does not show, as sentences. */
function unlike(
  surround: Surround,
  account: Account,
  who: string,
  given: Spec,
): readonly (readonly [member: string, text: string])[] {
  const spec = real(surround, given) as Spec;
  const row = account.get(pathOf(surround, who));
  const at = aroundOf(surround, account);
  return Object.entries(spec).flatMap(([member, value]): readonly (readonly [string, string])[] => {
    const reading = characterOf(who).reads[member];
    if (reading === undefined) return [];
    if (row === undefined) return [[member, `${member}: there is no item`]];
    const { asked, shown } = compared(reading, value, spec, row, at);
    return same(asked, shown)
      ? []
      : [
          [
            member,
            `${member}: asked for ${JSON.stringify(asked)}, the account shows ${JSON.stringify(shown)}`,
          ],
        ];
  });
}

/** Returns the members whose generated values the account does not show: the status has to report
 *  their refusal. Where all readable members match, an unreadable one or an entry of a list may be
 *  refused. */
export function lackingIn(
  surround: Surround,
  account: Account,
  who: string,
  spec: Spec,
): readonly string[] {
  const object = surround.world.cluster.get(nameOf(who));
  const differing = unlike(surround, account, who, spec).map(([member]) => member);
  if (differing.length > 0 || object === undefined || isReady(object)) return differing;
  const { reads, partly = [] } = characterOf(who);
  return Object.keys(spec).filter(
    (member) => reads[member] === undefined || partly.includes(member),
  );
}

/** Checks that each member of a spec reads back from the account, or the status explains its
 *  refusal; and that conditions agree. */
export function declared(
  surround: Surround,
  account: Account,
  who: string,
  spec: Spec,
  troubles: readonly string[],
): readonly string[] {
  const object = surround.world.cluster.get(nameOf(who));
  if (object === undefined) return [`${who} is gone`];
  const differing = unlike(surround, account, who, spec);
  const isThere = account.has(pathOf(surround, who));
  // An item that cannot be created because of one member has none of them.
  const unexcused = differing.filter(
    ([member]) => !troubles.includes(member) && (isThere || troubles.length === 0),
  );
  const words = said(object);
  return [
    ...unexcused.map(([, text]) => `${who} ${text} (${words})`),
    ...(isReady(object) && differing.length > 0
      ? [`${who} is in sync, but ${differing.map(([, text]) => text).join('; ')}`]
      : []),
    ...(!isReady(object) && troubles.length === 0
      ? [`${who} is not in sync, and nothing stands against it: ${words}`]
      : []),
  ];
}

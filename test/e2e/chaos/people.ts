import { SECRET_LABEL } from '../../../src/model/group.ts';
import { ACCOUNT_SECRET, UNIVERSE } from '../../robustness/histories/universe.ts';
import type { CloudObject } from '../cloud-object.ts';
import { oneOf, repeatedly, type Scene } from './scene.ts';

/** An object, and its forms; the last is reachable from every other. */
interface Applied {
  readonly kind: string;
  readonly name: string;
  readonly forms: readonly object[];
}

const POLICY = { deletion: 'Delete', drift: 'Correct', loss: 'Recreate', consent: 'Auto' };

const numbered = (
  count: number,
  kind: string,
  name: string,
  forms: readonly object[],
): readonly Applied[] =>
  Array.from({ length: count }, (_, i) => ({ kind, name: `${name}-${i}`, forms }));

const DISK = { region: 'eu-west', size: 20 };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };

/** The small world of the random histories, and many similar objects beside it. */
const LASTING: readonly Applied[] = [
  ...Object.entries(UNIVERSE).map(([who, { specs }]) => {
    const [kind = '', name = ''] = who.split('/');
    return { kind, name, forms: specs };
  }),
  ...numbered(12, 'Volume', 'disk', [DISK, { ...DISK, tags: ['blue'] }, { ...DISK, size: 30 }]),
  ...numbered(4, 'Firewall', 'fence', [{ rules: CLOSED }, { rules: CLOSED, tags: ['blue'] }]),
  ...Array.from({ length: 6 }, (_, i) => {
    const record = {
      domainRef: { name: 'zone' },
      type: 'A',
      name: `host-${i}`,
      target: `198.51.100.${i + 10}`,
    };
    return { kind: 'DnsRecord', name: `host-${i}`, forms: [record, { ...record, ttlSec: 300 }] };
  }),
];

/** Objects that are created, and deleted during the chaos: within the brake's limit for kinds that
 *  hold data. */
const DOOMED: readonly Applied[] = [
  ...numbered(3, 'Volume', 'doomed', [DISK]),
  ...numbered(3, 'Firewall', 'doomed', [{ rules: CLOSED }]),
];

const apply = ({ at }: Scene, { kind, name, forms }: Applied, form: number): Promise<CloudObject> =>
  at.objects.apply(kind, name, { ...forms.at(form), policy: POLICY });

/** Applies the initial objects. */
export async function applyFirst(scene: Scene): Promise<void> {
  await scene.at.objects.secret(
    ACCOUNT_SECRET,
    { token: scene.at.service.tokens.admin },
    { [SECRET_LABEL.credentials]: 'true' },
  );
  for (const one of [...LASTING, ...DOOMED]) await apply(scene, one, 0);
}

/** Changes specs, and deletes the doomed objects. Retries later what the API server rejects, or
 *  cannot answer during an outage. */
export const keepApplying = (scene: Scene): Promise<void> =>
  repeatedly(scene, [100, 600], async () => {
    const [one, doomed] = [oneOf(scene, LASTING), oneOf(scene, DOOMED)];
    const deed =
      scene.random() < 0.1
        ? scene.at.objects.delete(doomed.kind, doomed.name)
        : apply(scene, one, Math.floor(scene.random() * one.forms.length));
    return deed.then(
      () => 'changes',
      () => 'changes rejected or unanswered',
    );
  });

/** Applies the final specs. Rejects when the API server does. */
export async function applyLast(scene: Scene): Promise<void> {
  const { objects } = scene.at;
  for (const one of LASTING) await apply(scene, one, -1);
  for (const { kind, name } of DOOMED)
    if ((await objects.get(kind, name)) !== null) await objects.delete(kind, name);
}

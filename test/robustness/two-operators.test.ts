import { test as property } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Account } from '../../src/engine/ports/cloud.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import type { Self } from '../../src/engine/term/operator-identity.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION, CLASS_LABEL } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';
import type { Ports } from '../support/world-options.ts';

/** Objects with a namespace each, which identifies their requests to the service. */
const OBJECTS: readonly (readonly [ObjectName, (step: number) => object])[] = [
  [
    { kind: 'Volume', namespace: 'a', name: 'data' },
    (step) => ({ region: 'eu-west', size: 20 + 10 * step, policy: { deletion: 'Delete' } }),
  ],
  [
    { kind: 'Volume', namespace: 'b', name: 'logs' },
    (step) => ({ region: 'eu-west', size: 20 + 10 * step, policy: { deletion: 'Delete' } }),
  ],
  [
    { kind: 'Domain', namespace: 'c', name: 'zone' },
    (step) => ({
      domain: 'a.example',
      type: 'master',
      soaEmail: `a${step}@a.example`,
      policy: { deletion: 'Delete' },
    }),
  ],
];
const CLASSES = [null, 'gold', 'silver'] as const;
const MINUTE_MS = 60_000;

type Deed =
  | { readonly type: 'apply'; readonly object: number; readonly of: number }
  | { readonly type: 'delete'; readonly object: number }
  | { readonly type: 'kill' | 'start'; readonly operator: number }
  | { readonly type: 'move'; readonly object: number }
  | { readonly type: 'unanswered' }
  | { readonly type: 'wait'; readonly ms: number };

const object = fc.nat({ max: OBJECTS.length - 1 });
const operator = fc.nat({ max: 1 });
const deeds = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('apply' as const), object, of: fc.nat({ max: 2 }) }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), object }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constantFrom('kill' as const, 'start' as const), operator }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('move' as const), object }) },
    { weight: 2, arbitrary: fc.constant({ type: 'unanswered' as const }) },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('wait' as const),
        ms: fc.constantFrom(0, 100, 700, 3_000, 40_000, 700_000),
      }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);

/** Two operators of one cluster, and records of their requests to the service. */
class Scene {
  readonly worlds: readonly [World, World];
  readonly selves: readonly [Self, Self];
  readonly breaches: string[] = [];
  /** Effective creates, by the uid of their object. */
  readonly creates = new Map<string, number>();
  #unanswered = 0;
  #step = 0;

  constructor(classes: readonly [number, number], isOneAccount: boolean) {
    const selfAt = (index: 0 | 1): Self => {
      const of = CLASSES[classes[index]] ?? null;
      return {
        name: `${index === 0 ? 'one' : 'two'}/cloudinfra-operator${of === null ? '' : `.${of}`}`,
        class: of,
      };
    };
    this.selves = [selfAt(0), selfAt(1)];
    const options = { kinds: KINDS, limits: 'off' } as const;
    const between = (self: Self) => (ports: Ports) => this.#watched(ports, self);
    const first = new World({ ...options, self: this.selves[0], between: between(this.selves[0]) });
    const token = isOneAccount ? 'admin' : 'other';
    this.worlds = [
      first,
      new World({
        ...options,
        self: this.selves[1],
        over: first,
        token,
        between: between(this.selves[1]),
      }),
    ];
    for (const { wire } of this.worlds)
      wire.mishap = (words) =>
        words.startsWith('POST') && this.#unanswered-- > 0 ? 'unanswered' : 'none';
  }

  get cluster() {
    return this.worlds[0].cluster;
  }

  async do(deed: Deed): Promise<void> {
    if (deed.type === 'wait') return this.worlds[0].time.advance(deed.ms);
    if (deed.type === 'unanswered') this.#unanswered = 1;
    if (deed.type === 'kill') this.worlds[deed.operator]?.kill();
    if (deed.type === 'start') this.start(deed.operator);
    const [name, specOf] = ('object' in deed ? OBJECTS[deed.object] : undefined) ?? [];
    if (name === undefined || specOf === undefined) return;
    const of = deed.type === 'apply' ? (CLASSES[deed.of] ?? null) : null;
    if (deed.type === 'apply')
      this.cluster.apply(name, specOf(this.#step++), {
        labels: of === null ? {} : { [CLASS_LABEL]: of },
      });
    if (deed.type === 'delete') this.cluster.delete(name);
    if (deed.type === 'move') this.#move(name);
  }

  start(index: number): void {
    if (this.worlds[index]?.alive === false) this.worlds[index]?.start();
  }

  /** Returns the operator in the status of an object. */
  namedIn(name: ObjectName): unknown {
    return asRecord(asRecord(this.cluster.get(name)?.status)['operator'])['name'];
  }

  /** Declares an operator that does not run as gone, as a user may. */
  #move(name: ObjectName): void {
    const index = this.selves.findIndex((self) => self.name === this.namedIn(name));
    if (index < 0 || this.worlds[index]?.alive !== false) return;
    this.cluster.annotate(name, { [ANNOTATION.movedFrom]: this.selves[index]?.name ?? '' });
  }

  #watched({ cloud, cluster }: Ports, self: Self): Ports {
    const open: Ports['cloud']['open'] = async (credential) => {
      const opened = await cloud.open(credential);
      return opened.ok ? { ...opened, value: this.#witnessed(opened.value, self) } : opened;
    };
    return { cluster, cloud: { open, onChange: (listener) => cloud.onChange(listener) } };
  }

  #witnessed(account: Account, self: Self): Account {
    return new Proxy(account, {
      get: (target, member) => {
        if (member !== 'write') return Reflect.get(target, member, target);
        const write: Account['write'] = async (what, cause, room) => {
          const there = OBJECTS.flatMap(([name]) =>
            name.namespace === cause.namespace ? (this.cluster.get(name) ?? []) : [],
          )[0];
          const uid = there?.metadata.uid ?? '';
          this.#check(
            `${self.name} begins ${what.method} ${what.path}`,
            self,
            cause.namespace,
            uid,
          );
          const answer = await target.write(what, cause, room);
          this.#check(`${self.name} ends ${what.method} ${what.path}`, self, cause.namespace, uid);
          const isCreate = what.method === 'POST' && ['/volumes', '/domains'].includes(what.path);
          if (isCreate && (answer.ok || answer.failure.code === 'Unreachable'))
            this.creates.set(uid, (this.creates.get(uid) ?? 0) + 1);
          return answer;
        };
        return write;
      },
    });
  }

  /** Checks that the status names the writer for an object, from before the request until after the
   *  answer. */
  #check(what: string, self: Self, namespace: string, uid: string): void {
    const [name] = OBJECTS.find(([one]) => one.namespace === namespace) ?? [];
    if (name === undefined || this.cluster.get(name)?.metadata.uid !== uid) return;
    if (this.namedIn(name) !== self.name)
      this.breaches.push(`${what} for an object of ${String(this.namedIn(name))}`);
  }
}

property.prop([fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })), fc.boolean(), deeds], {
  numRuns: 25,
})(
  'of two operators of any classes at most one writes for an object at a time, no item is made twice, and none is left alone',
  async (classes, isOneAccount, story) => {
    const scene = new Scene(classes, isOneAccount);
    const [first, second] = scene.worlds;
    first.start();
    second.start();
    for (const deed of story) await scene.do(deed);
    scene.start(0);
    scene.start(1);
    await first.time.advance(60 * MINUTE_MS);
    expect([...first.bugs, ...second.bugs, ...scene.breaches]).toEqual([]);
    expect([...scene.creates.values()].filter((count) => count > 1)).toEqual([]);
    if (isOneAccount) expect(OBJECTS.flatMap(([name]) => unserved(scene, name))).toEqual([]);
    first.kill();
    second.kill();
  },
  300_000,
);

/** Reports an object of a served class that is neither ready nor gone. */
function unserved(
  { worlds: [world], cluster, selves }: Scene,
  name: ObjectName,
): readonly string[] {
  const there = cluster.get(name);
  if (
    there === undefined ||
    !selves.some((self) => self.class === (there.metadata.labels?.[CLASS_LABEL] ?? null))
  )
    return [];
  const isReady =
    there.metadata.deletionTimestamp === undefined &&
    world.condition(name, 'Ready')?.status === 'True';
  return isReady
    ? []
    : [
        `${name.kind}/${name.name}: ${world.condition(name, 'Synced')?.message ?? 'nothing is set'}`,
      ];
}

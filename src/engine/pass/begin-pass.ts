import type { AnyKind } from '../../model/kind.ts';
import type { Cause } from '../ports/cloud.ts';
import type { KubeObject } from '../ports/cluster.ts';
import type { Environment } from '../term/environment.ts';
import { Copy } from './copy.ts';
import type { Memory } from './memory.ts';
import type { Pass } from './pass.ts';
import { policyOf } from './policy.ts';
import { parseSubject } from './subject.ts';

/** Begins a pass over an object: parses it and resolves the policies in force. */
export function beginPass(
  env: Environment,
  kind: AnyKind,
  object: KubeObject,
  memory: Memory,
  cause: Cause,
): Pass {
  const subject = parseSubject(kind, object);
  const deleting = object.metadata.deletionTimestamp !== undefined;
  return {
    env,
    subject,
    policy: policyOf(subject),
    copy: new Copy(env.cluster, object, env.self, memory),
    memory,
    cause,
    deleting,
  };
}

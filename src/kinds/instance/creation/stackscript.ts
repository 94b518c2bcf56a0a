import { STACKSCRIPT_DATA_MAX, StackScriptData } from '../../../api/instance-bodies.ts';
import { fail, ok, type Result } from '../../../model/failure.ts';
import { Secret } from '../../../model/secret.ts';

/** The answers to a StackScript, read out of a Secret: what is sent, or what to change in the Secret. The text itself is never shown.
 *  Source: compute#create. */
export function stackScriptData(secret: Secret | undefined): Result<Secret<object> | undefined, string> {
  if (secret === undefined) return ok(undefined);
  const answers = StackScriptData.safeParse(parsed(secret.reveal()));
  if (answers.success) return ok(new Secret(answers.data));
  return fail(`the value of the Secret has to be a JSON object of at most ${STACKSCRIPT_DATA_MAX} characters`);
}

/** The value of a JSON text; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

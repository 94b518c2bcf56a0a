import { digest } from './fingerprint.ts';

/** Source: Kubernetes, "Labels and Selectors", syntax and character set. */
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** Returns the label value for a text: the text itself where Kubernetes allows it, else its
 *  digest. */
export const labelValue = (text: string): string => (LABEL_VALUE.test(text) ? text : digest(text));

import * as z from 'zod';
import { between, Digits } from './bounds.ts';
import { Id } from './conventions.ts';

const IdInPath = Digits.pipe(Id);
const TextInPath = z.string().min(1);

/** Parameters of the path templates by name, as in an address: digits become integers, texts stay.
 *  Source: conventions#paths-and-bodies. */
export const parameters = {
  computeId: IdInPath,
  configId: IdInPath,
  diskId: IdInPath,
  backupId: IdInPath,
  volumeId: IdInPath,
  eventId: IdInPath,
  instanceId: IdInPath,
  clusterId: IdInPath,
  poolId: IdInPath,
  domainId: IdInPath,
  recordId: IdInPath,
  firewallId: IdInPath,
  deviceId: IdInPath,
  contactId: IdInPath,
  credentialId: IdInPath,
  serviceId: IdInPath,
  issueId: IdInPath,
  year: Digits.pipe(z.int()),
  month: Digits.pipe(between(1, 12)),
  kernelId: TextInPath,
  regionId: TextInPath,
  typeId: TextInPath,
  imageId: TextInPath,
  stackscriptId: TextInPath,
  label: TextInPath,
  engineId: TextInPath,
  nodeId: TextInPath,
  version: TextInPath,
  clientId: TextInPath,
  token: TextInPath,
  loginId: IdInPath,
  ticketId: IdInPath,
  invoiceId: IdInPath,
  paymentId: IdInPath,
  paymentMethodId: IdInPath,
  address: TextInPath,
} as const satisfies Readonly<Record<string, z.ZodType>>;

import { FlatUpload, images, WrappedUpload } from '../../../api/images.ts';
import { dayAfter, shownTime } from '../../../model/moment.ts';
import { post } from '../../../model/request.ts';
import { Secret } from '../../../model/secret.ts';
import { type Change, call, type Step } from '../../../model/step.ts';
import type { Desired, Details, Observed, Recorded } from '../types.ts';
import type { PrivateImage } from './private-image.ts';

/** Creates an image that waits for its data. Source: images#upload.
 *  @param applied the fields that the request sets */
export const byUpload = (
  { spec }: Desired,
  label: string,
  region: string,
  applied: readonly Change[],
): readonly Step[] => [
  call(
    'Upload',
    post(images.upload.path, { label, region, description: spec.description }),
    applied,
    { answers: 'item' },
  ),
];

/** Splits the answer to a create into the image and the upload address, which no later answer
 *  shows; a copy of a disk has no address. Source: images#upload. */
export function splitAnswer(answer: unknown): {
  readonly item: unknown;
  readonly details: Partial<Pick<Details, 'upload'>>;
} {
  const wrapped = WrappedUpload.safeParse(answer);
  if (wrapped.success) return split(wrapped.data.image, wrapped.data.upload_to);
  const flat = FlatUpload.safeParse(answer);
  if (!flat.success) return { item: answer, details: {} };
  const { upload_to, ...item } = flat.data;
  return split(item, upload_to);
}

const split = (item: unknown, url: string) => ({
  item,
  details: { upload: { url: new Secret(url) } },
});

/** Returns the time until which the service accepts the data: a day after the creation; null where
 *  the image waits for none, or its date cannot be read. Source: images#upload. */
export const uploadEndOf = ({ status, created }: PrivateImage): string | null =>
  status === 'pending_upload' ? dayAfter(shownTime(created)) : null;

/** Builds the Secret with the upload address; null where the address is unknown or of no use any
 *  more. */
export function uploadSecret({
  item,
  details: { upload },
}: Observed): Readonly<Record<string, Secret>> | null {
  const expires = uploadEndOf(item);
  return !upload || item.status !== 'pending_upload'
    ? null
    : { url: upload.url, ...(expires === null ? {} : { expires: new Secret(expires) }) };
}

/** Returns the message of an image that waits for its data: the command that sends it, or the
 *  reason that there is no address. */
export function pendingMessage(
  name: string,
  { item, details }: Observed,
  recorded: Recorded,
): string {
  const until = uploadEndOf(item) ?? 'a day after its creation';
  if (details.upload === undefined && recorded.item?.hasAddress !== true)
    return `the image waits for its data until ${until}, and this object does not know the upload address, which the service shows once: send the data with the address of the client that created the image, or delete the image and this object to create both again`;
  const address = `"$(kubectl get secret ${name}-upload --output go-template='{{.data.url | base64decode}}')"`;
  return `the image waits for its data until ${until}: curl --fail --upload-file disk.img.gz --header 'Content-Type: application/octet-stream' ${address}`;
}

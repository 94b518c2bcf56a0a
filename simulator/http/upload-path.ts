const UPLOAD = /^\/__upload\/(\d+)\?Signature=([0-9a-f]+)$/;

/** Where the data of an image is sent to. */
export const uploadUrl = (origin: string, imageId: number, signature: string): string =>
  `${origin}/__upload/${imageId}?Signature=${signature}`;

/** Whether an address takes image data, whatever its signature. */
export const isUploadPath = (url: string): boolean => url.startsWith('/__upload/');

/** The image and the signature in an upload address; undefined when it is none. */
export const parseUpload = (
  url: string,
): { readonly imageId: number; readonly signature: string } | undefined => {
  const [, imageId, signature = ''] = UPLOAD.exec(url) ?? [];
  return imageId === undefined ? undefined : { imageId: Number(imageId), signature };
};

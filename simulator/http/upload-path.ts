const UPLOAD = /^\/__upload\/(\d+)\?Signature=([0-9a-f]+)$/;

/** Returns the upload address of an image. */
export const uploadUrl = (origin: string, imageId: number, signature: string): string =>
  `${origin}/__upload/${imageId}?Signature=${signature}`;

/** Reports whether an address accepts image data, with any signature. */
export const isUploadPath = (url: string): boolean => url.startsWith('/__upload/');

/** Parses the image and the signature in an upload address; undefined for any other address. */
export const parseUpload = (
  url: string,
): { readonly imageId: number; readonly signature: string } | undefined => {
  const [, imageId, signature = ''] = UPLOAD.exec(url) ?? [];
  return imageId === undefined ? undefined : { imageId: Number(imageId), signature };
};

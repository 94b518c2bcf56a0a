type Sent<Body> = { [K in keyof Body]?: Exclude<Body[K], undefined> };

/** Drops members that were not sent, which leave the stored ones as they are. */
export const sent = <Body extends object>(body: Body): Sent<Body> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Sent<Body>;

export interface Engine {
  readonly id: string;
  readonly engine: string;
  readonly version: string;
}

/** The engines as recorded; only MySQL has endpoints to create instances. Source:
 *  databases#engines-and-plans. */
export const ENGINES: readonly Engine[] = [
  'mysql/5.7.30',
  'mysql/8.0.26',
  'mysql/8.0.30',
  'postgresql/10.14',
  'postgresql/11.11',
  'postgresql/12.6',
  'postgresql/13.2',
].map((id) => {
  const [engine = '', version = ''] = id.split('/');
  return { id, engine, version };
});

export const databaseEngine = (id: string): Engine | undefined =>
  ENGINES.find((known) => known.id === id);

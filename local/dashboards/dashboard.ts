import type { Panel, Row } from './panel.ts';

const WIDTH = 24;
const SIZE = { number: { w: 3, h: 4 }, lines: { w: 12, h: 8 } } as const;
const TYPE = { number: 'stat', lines: 'timeseries' } as const;
const SOURCE = { type: 'prometheus', uid: '${datasource}' };
const REFS = 'ABCDEFGH';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Builds the dashboard for Grafana's import. It depends on no installation: source and job are
 *  variables. */
export function grafanaDashboard(rows: readonly Row[]): object {
  let y = 0;
  let id = 0;
  const panels = rows.flatMap((row) => {
    const title = {
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: WIDTH, h: 1 },
      panels: [],
    };
    const places = placesFrom(row.panels, y + 1);
    y = Math.max(...places.map((place) => place.y + place.h));
    return [title, ...row.panels.map((panel, index) => panelAt(panel, places[index], ++id))];
  });
  return {
    uid: 'cloudinfra-operator',
    title: 'cloudinfra-operator',
    tags: ['cloudinfra', 'operator'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: variables() },
    panels,
  };
}

/** Places the panels from left to right, then downwards. */
function placesFrom(panels: readonly Panel[], top: number): readonly Place[] {
  let [x, y] = [0, top];
  return panels.map(({ shows }) => {
    const { w, h } = SIZE[shows];
    if (x + w > WIDTH) [x, y] = [0, y + h];
    const place = { x, y, w, h };
    x += w;
    return place;
  });
}

const panelAt = (
  { title, says, shows, unit, queries }: Panel,
  gridPos: Place | undefined,
  id: number,
): object => ({
  id,
  type: TYPE[shows],
  title,
  description: says,
  datasource: SOURCE,
  gridPos,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options:
    shows === 'number'
      ? { reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' } },
  targets: queries.map(({ expr, legend }, index) => ({
    refId: REFS[index],
    datasource: SOURCE,
    expr,
    legendFormat: legend,
    instant: shows === 'number',
    range: shows === 'lines',
  })),
});

const variables = (): readonly object[] => [
  { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Source' },
  {
    name: 'job',
    type: 'query',
    label: 'Installation',
    datasource: SOURCE,
    query: 'label_values(cloudinfra_info, job)',
    refresh: 2,
    includeAll: true,
    multi: true,
    current: { text: 'All', value: '$__all' },
  },
];

import type { DocumentNumber, GrantRow, ParameterRow, ValuesRow } from './rows.ts';

/** Statements of the documents that are no lists of fields. The quote is looked up in its document word for word. */
type Quoted<Row> = Omit<Row, 'document'> & { readonly document: DocumentNumber; readonly quote: string };

const grants = (document: DocumentNumber, quote: string, grant: string, ...endpoints: readonly string[]): readonly Quoted<GrantRow>[] =>
  endpoints.map((endpoint) => ({ document, quote, grant, endpoint }));

export const GRANTS: readonly Quoted<GrantRow>[] = [
  ...grants(1, 'requires grant add_computes for restricted users', 'add_computes', 'POST /compute/instances'),
  ...grants(1, 'create and clone need grant add_volumes', 'add_volumes', 'POST /volumes', 'POST /volumes/{volumeId}/clone'),
  ...grants(1, 'Adding or modifying tags requires an unrestricted user', 'unrestricted', 'POST /tags', 'DELETE /tags/{label}'),
  ...grants(2, 'Restricted users need grant add_databases', 'add_databases', 'POST /databases/mysql/instances'),
  ...grants(
    2,
    'Delete requires read_write access to the database and an unrestricted user',
    'unrestricted',
    'DELETE /databases/mysql/instances/{instanceId}',
  ),
];

const parameters = (
  document: DocumentNumber,
  quote: string,
  type: ParameterRow['type'],
  ...names: readonly string[]
): readonly Quoted<ParameterRow>[] => names.map((parameter) => ({ document, quote, type, parameter }));

export const PARAMETERS: readonly Quoted<ParameterRow>[] = [
  ...parameters(1, 'Path parameters computeId, configId are integers', 'integer', 'computeId', 'configId'),
  ...parameters(1, 'volumeId is an integer', 'integer', 'volumeId'),
  ...parameters(1, 'kernelId is a string that contains a slash', 'string', 'kernelId'),
  ...parameters(1, 'regionId string', 'string', 'regionId'),
  ...parameters(1, 'imageId is a string', 'string', 'imageId'),
  ...parameters(1, 'Path ids are strings', 'string', 'stackscriptId'),
  ...parameters(2, 'engineId string (engine/version)', 'string', 'engineId'),
  ...parameters(2, 'instanceId is an integer', 'integer', 'instanceId'),
  ...parameters(2, 'Integer ids: clusterId, poolId', 'integer', 'clusterId', 'poolId'),
  ...parameters(2, 'string ids: nodeId, version', 'string', 'nodeId', 'version'),
  ...parameters(2, 'domainId is an integer', 'integer', 'domainId'),
  ...parameters(2, 'recordId is an integer', 'integer', 'recordId'),
  ...parameters(3, 'identified by the address in paths', 'string', 'address'),
  ...parameters(3, 'Ids in account paths are integers except clientId (string) and token (UUID string)', 'integer', 'eventId'),
];

const values = (document: DocumentNumber, name: string, quote: string): Omit<Quoted<ValuesRow>, 'values'> => ({ document, name, quote });

/** The values are what is left of the quote when the words are taken out. */
export const VALUES: readonly Omit<Quoted<ValuesRow>, 'values'>[] = [
  values(1, 'areas of scopes', 'computes, volumes, images, stackscripts, databases, kube, domains, firewall, ips, account, events'),
  values(2, 'domain times', '0, 300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200'),
  values(2, 'record times', '300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200'),
  values(2, 'default times', 'expire_sec 1209600, refresh_sec 14400, retry_sec 14400, ttl_sec 86400'),
  values(2, 'transfer sources', '96.126.114.97, 96.126.114.98, 2600:3c00::5e, 2600:3c00::5f'),
];

/** Scopes that a sentence adds to the rows of a table or changes for some of them. */
export interface ScopeException {
  readonly document: DocumentNumber;
  readonly quote: string;
  readonly endpoints: readonly string[];
  readonly scopes: readonly string[] | 'not shown' | 'none';
}

export const SCOPE_EXCEPTIONS: readonly ScopeException[] = [
  {
    document: 2,
    quote: 'kubeconfig view and node view also list kube:read_write',
    scopes: ['kube:read_write'],
    endpoints: ['GET /kube/clusters/{clusterId}/kubeconfig', 'GET /kube/clusters/{clusterId}/nodes/{nodeId}'],
  },
  {
    document: 3,
    quote: 'contact view and credential view list account:read_write',
    scopes: ['account:read_write'],
    endpoints: ['GET /managed/contacts/{contactId}', 'GET /managed/credentials/{credentialId}'],
  },
  {
    document: 3,
    quote: 'allocation and assignment also need computes:read_write',
    scopes: ['ips:read_write', 'computes:read_write'],
    endpoints: ['POST /networking/ips', 'POST /networking/ips/assign', 'POST /networking/ipv4/assign'],
  },
  {
    document: 3,
    quote: 'the OAuth scope of the maintenance list: not shown',
    scopes: 'not shown',
    endpoints: ['GET /account/maintenance'],
  },
  {
    document: 3,
    quote: 'GET | /account/oauth-clients/{clientId}/thumbnail | none needed',
    scopes: 'none',
    endpoints: ['GET /account/oauth-clients/{clientId}/thumbnail'],
  },
];

/** Request cells that are sentences: the fields stand elsewhere, or there are none. */
export const REQUEST_SENTENCES: readonly string[] = [
  '',
  'none',
  'page, page_size',
  'page, page_size; scope events:read_only',
  'scope events:read_only',
  'create body below',
  'update body below',
  'profile body below',
  'profile body, all fields optional',
  'body below',
  'create body',
  'same fields, all optional',
  'same fields as create',
  'fields as in create, all optional',
  'domain and type required; other fields optional',
  'all domain fields optional',
  'account fields, all optional',
  'record body; type required',
  'record body without type',
  'node pool body',
  'service body',
  'ssh object',
  'same as /networking/ips/assign',
  'services by type; currently only instances',
  'engineId string (engine/version)',
  'token is a UUID',
  'none needed',
  'image file',
  'multipart/form-data file; accepted extensions .gif .jpg .jpeg .pjpg .pjpeg .tif .tiff .png .pdf .txt',
];

/** Request cells that the grammar cannot read, and how they are to be read. */
export const REQUEST_READINGS: Readonly<Record<string, string>> = {
  'label (string 3..50, required); optional arrays of integer ids: computes, domains, nodebalancers, volumes':
    'label (string 3..50, required), computes (array), domains (array), nodebalancers (array), volumes (array)',
  'inbound, inbound_policy, outbound, outbound_policy (all optional)': 'inbound, inbound_policy, outbound, outbound_policy',
  'assignments (array, required) of objects with address (IPv4 or IPv6 range with /56 or /64 prefix) and compute_id (integer); region (string, required)':
    'assignments (array, required), assignments.*.address (string), assignments.*.compute_id (integer), region (string, required)',
  'summary (string 1..64, required), description (string 1..65000, required), optional integer ids database_id, domain_id, firewall_id, compute_id, kubecluster_id, longviewclient_id, nodebalancer_id, volume_id; managed_issue (boolean); region (string); vlan (string)':
    'summary (string 1..64, required), description (string 1..65000, required), database_id (integer), domain_id (integer), firewall_id (integer), compute_id (integer), kubecluster_id (integer), longviewclient_id (integer), nodebalancer_id (integer), volume_id (integer), managed_issue (boolean), region (string), vlan (string)',
  'card_number, cvv, expiry_month, expiry_year (all required)':
    'card_number (required), cvv (required), expiry_month (required), expiry_year (required)',
  'cancel_url, redirect_url, usd (all required strings)':
    'cancel_url (string, required), redirect_url (string, required), usd (string, required)',
  'payer_id, payment_id (required strings)': 'payer_id (string, required), payment_id (string, required)',
  'label (required), rules (required), devices (object with computes: array of integer instance ids), tags':
    'label (required), rules (required), devices (object), devices.computes (array), tags',
};

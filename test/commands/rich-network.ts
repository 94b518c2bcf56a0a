/** Sends a request to the account, and returns the body of the answer. */
export type Send = (method: string, path: string, body?: object) => Promise<unknown>;
/** Creates an item, and returns its id. */
export type Make = (path: string, body: object) => Promise<number>;

const RECORDS: readonly object[] = [
  { type: 'A', name: '', target: '198.51.100.7' },
  { type: 'A', name: 'www', target: '198.51.100.7', ttl_sec: 3600 },
  { type: 'A', name: 'www', target: '198.51.100.8' },
  { type: 'AAAA', name: 'www', target: '2001:db8:0:0::7' },
  { type: 'NS', name: 'sub', target: 'ns1.example.net' },
  { type: 'MX', name: '', target: 'mail.example.org', priority: 10 },
  { type: 'CNAME', name: 'shop', target: 'www.example.org' },
  { type: 'TXT', name: 'text', target: 'v=spf1 -all' },
  {
    type: 'SRV',
    service: 'sip',
    protocol: 'tcp',
    priority: 1,
    weight: 0,
    port: 5060,
    target: 'sip.example.org',
  },
  { type: 'CAA', name: '', tag: 'issue', target: 'ca.example.net' },
  { type: 'PTR', name: '7', target: 'www.example.org' },
];

/** Creates firewalls, domains and records. @param web id of an instance */
export async function furnishNetwork(send: Send, make: Make, web: number): Promise<void> {
  const rule = {
    action: 'ACCEPT',
    protocol: 'TCP',
    ports: '22-24, 80',
    addresses: { ipv4: ['0.0.0.0/0'], ipv6: ['2001:DB8::/32'] },
  };
  const rules = {
    inbound: [rule],
    inbound_policy: 'DROP',
    outbound: [],
    outbound_policy: 'ACCEPT',
  };
  await make('/networking/firewalls', {
    label: 'front',
    rules,
    devices: { computes: [web] },
    tags: ['shop'],
  });
  const off = await make('/networking/firewalls', { label: 'off', rules });
  await send('PUT', `/networking/firewalls/${off}`, { status: 'disabled' });
  const zone = {
    domain: 'example.org',
    type: 'master',
    soa_email: 'dns@example.org',
    axfr_ips: ['198.51.100.53'],
    ttl_sec: 300,
  };
  const zoneId = await make('/domains', { ...zone, description: 'the shop', tags: ['shop'] });
  for (const record of RECORDS) await make(`/domains/${zoneId}/records`, record);
  await make('/domains', {
    domain: 'copy.example.org',
    type: 'slave',
    master_ips: ['198.51.100.1'],
  });
}

import { playAll } from '../../../test/support/simulator/case.ts';

playAll([
  {
    name: 'kernels fill four pages',
    call: () => ['GET', '/compute/kernels?page=4', undefined, { token: '' }],
    has: { page: 4, pages: 4 },
  },
  {
    name: 'a kernel has no xen',
    call: () => ['GET', '/compute/kernels/compute/grub2', undefined, { token: '' }],
    has: { id: 'compute/grub2', kvm: true },
  },
  {
    name: 'a kernel says whether it runs on xen',
    dialect: 'documents',
    call: () => ['GET', '/compute/kernels/compute%2Fgrub2'],
    has: { xen: false },
  },
  {
    name: 'kernels can be filtered',
    call: () => [
      'GET',
      '/compute/kernels',
      undefined,
      { filter: { label: { '+contains': 'GRUB' } } },
    ],
    has: { results: 2 },
  },
  {
    name: 'regions need no token',
    call: () => ['GET', '/regions', undefined, { token: '' }],
    has: { results: 14 },
  },
  {
    name: 'regions cannot be filtered',
    call: () => ['GET', '/regions', undefined, { filter: { id: 'us-east' } }],
    status: 400,
    problems: ['X-Filter: Cannot filter on id'],
  },
  {
    name: 'a region says what it can',
    call: () => ['GET', '/regions/se-sto'],
    has: { country: 'se', status: 'ok' },
  },
  { name: 'an unknown plan is not found', call: () => ['GET', '/compute/types/none'], status: 404 },
  {
    name: 'plans can be filtered by number',
    call: () => [
      'GET',
      '/compute/types',
      undefined,
      { filter: { memory: { '+gte': 262_144 }, class: 'dedicated' } },
    ],
    has: { results: 2 },
  },
]);

import { importPoolAddresses, type ListedAddressPool, listAddressPools } from '../pools.ts'
import { readStaffTextFile } from '../readText.ts'
import { type OperatorCommand, formatTextTable } from './command.ts'

const stateOf = ({ free, isLow }: ListedAddressPool): string =>
  free === 0 ? 'EMPTY: nobody new gets an address' : isLow ? 'LOW: bring more' : ''

/** Addresses of chains whose keys cannot be derived in public: made elsewhere, brought in, given out once each. */
export const addressPoolCommands: OperatorCommand[] = [
  {
    name: 'pool list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists how many addresses are left on networks that take them from a pool.',
    run: async ({ context, staff, print }) => {
      const rows = (await listAddressPools(context, await staff())).map((pool) => [
        pool.chainType,
        String(pool.free),
        String(pool.imported - pool.free),
        stateOf(pool),
      ])
      for (const line of formatTextTable(['network', 'free', 'given out', ''], rows)) print(line)
    },
  },
  {
    name: 'pool import',
    needs: ['network', 'file'],
    options: {},
    usage: '',
    about: 'Brings in addresses of a network such as SOL, one a line, all of them or none.',
    more: [
      'Make the keys on a machine without a network and bring only the addresses. Each is given to one person, once and for good.',
      'A line that is no address of the chain, or that is there already, is named and nothing is taken. The log keeps the file’s SHA-256.',
      'A sandbox gives out addresses of its own instead.',
    ],
    run: async ({ context, staff, print }, input) => {
      const chainType = input.of('network')
      const taken = await importPoolAddresses(context, await staff(), { chainType, text: readStaffTextFile(input.of('file')) })
      print(`Taken: ${taken} addresses of ${chainType}.`)
    },
  },
]

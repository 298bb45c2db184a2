import { createHash } from 'node:crypto'
import { networks, type ImportedAddressFamily, importedAddressFamilies } from '#db/seed/networks.ts'
import { importAddressPool, type AddressPoolLevel, addressPoolLevels } from '../deposits/pool.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const mostLines = 100_000
const mostSaid = 20

/** A pool as it is listed, by its network. */
export interface ListedAddressPool extends AddressPoolLevel {
  chainType: string
}

const chainTypeOf = (family: ImportedAddressFamily): string => networks.find((network) => network.family === family)?.chainType ?? family

function familyOf(chainType: string): ImportedAddressFamily {
  const family = importedAddressFamilies.find((poolFamily) => chainTypeOf(poolFamily) === chainType)
  if (!family)
    throw new StaffError(
      'usage',
      `"${chainType}" takes no addresses from a pool. Networks: ${importedAddressFamilies.map(chainTypeOf).join(', ')}.`,
    )
  return family
}

/** How full the pools are. */
export const listAddressPools = (context: OperatorContext, staff: StaffMember): Promise<ListedAddressPool[]> =>
  runStaffAction(context, staff, 'pool.list', async ({ sql }) =>
    (await addressPoolLevels(sql)).map((level) => ({ ...level, chainType: chainTypeOf(level.family) })),
  )

/**
 * Brings in addresses that were made elsewhere, one a line, all or none; gives how many. Refuses a file with a bad line and says which. The
 * log keeps the file's hash, so that what was brought in can be compared with what was made.
 */
export async function importPoolAddresses(
  context: OperatorContext,
  staff: StaffMember,
  { chainType, text }: { chainType: string; text: string },
): Promise<number> {
  const family = familyOf(chainType)
  const lines = text.split('\n').length
  if (lines > mostLines) throw new StaffError('usage', `At most ${mostLines} lines at a time; this file has ${lines}.`)
  return runStaffAction(context, staff, 'pool.import', async ({ sql, log }) => {
    const done = await importAddressPool(sql, family, text, staff.name, context.app.clock.now())
    if (typeof done !== 'number') {
      const said = done.slice(0, mostSaid).map(({ line, why }) => `line ${line} ${why}`)
      const rest = done.length > mostSaid ? `; and ${done.length - mostSaid} more` : ''
      throw new StaffError('refused', `Nothing was taken: ${said.join('; ')}${rest}.`)
    }
    if (done === 0) throw new StaffError('usage', 'The file holds no addresses.')
    await log('pool.import', { network: chainType, addresses: String(done), sha256: createHash('sha256').update(text).digest('hex') })
    return done
  })
}

import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { Family } from '#db/seed/networks.ts'
import { sandboxXpubs } from '../depositConfig.ts'
import type { House } from '../house.ts'
import { deriveAddress, fingerprintOf } from './derive.ts'

interface Key {
  xpub: string
  fingerprint: string
  /** The sandbox's own: nobody can ever spend what is sent to its addresses. */
  isBurnt: boolean
}

function keyOf({ config }: Pick<House, 'config'>, family: Family): Key {
  const burnt = sandboxXpubs[family]
  const xpub = config.deposits?.xpubs[family] ?? burnt
  return { xpub, fingerprint: fingerprintOf(family, xpub), isBurnt: xpub === burnt }
}

/** This person's address in force: the newest, but none of the sandbox's own keys where the house has another or coins are real. */
export async function addressGiven(house: Pick<House, 'config'>, sql: Sql, userId: string, family: Family): Promise<string | undefined> {
  const mayBurn = house.config.env === 'sandbox' && keyOf(house, family).isBurnt
  const [row] = await sql.query<{ address: string }>(
    `select address from deposit_address where user_id = $1 and family = $2 and ($3 or fingerprint <> $4)
     order by created_ms desc, path_index desc limit 1`,
    [userId, family, mayBurn, fingerprintOf(family, sandboxXpubs[family])],
  )
  return row?.address
}

/**
 * This person's own address on chains of this family, made when first asked for. One for the whole family: what is sent over the wrong one of
 * its networks, or in another listed currency, still arrives with them. Needs a transaction. Refuses networkSuspended where coins are real and
 * no key is set.
 */
export async function addressFor(house: House, sql: Sql, userId: string, family: Family): Promise<string> {
  const known = await addressGiven(house, sql, userId, family)
  if (known !== undefined) return known
  const { xpub, fingerprint, isBurnt } = keyOf(house, family)
  if (isBurnt && house.config.env !== 'sandbox') throw new Refusal('networkSuspended', { reason: '' })
  await sql.query('insert into deposit_key (fingerprint, family) values ($1, $2) on conflict do nothing', [fingerprint, family])
  // Everybody who needs a new address takes turns here, so an index is given out once, and the second of two that ask at once finds the first's.
  const [key] = await sql.query<{ next_index: number }>('select next_index from deposit_key where fingerprint = $1 for update', [
    fingerprint,
  ])
  const already = await addressGiven(house, sql, userId, family)
  if (already !== undefined) return already
  if (!key) throw new Error('the key was just written')
  const address = deriveAddress(family, xpub, key.next_index)
  await sql.query('update deposit_key set next_index = next_index + 1 where fingerprint = $1', [fingerprint])
  await sql.query(
    'insert into deposit_address (user_id, family, fingerprint, path_index, address, created_ms) values ($1, $2, $3, $4, $5, $6)',
    [userId, family, fingerprint, key.next_index, address, house.clock.now()],
  )
  return address
}

/** Whose these addresses are; those of nobody are left out. */
export async function ownersOf(sql: Sql, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await sql.query<{ address: string; user_id: string }>(
    'select address, user_id from deposit_address where address = any($1)',
    [[...new Set(addresses)]],
  )
  return new Map(rows.map(({ address, user_id }) => [address, user_id]))
}

import { keccak256, stringToBytes } from 'viem'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import {
  type AddressFamily,
  type MemoFamily,
  memoFamilies,
  type ImportedAddressFamily,
  importedAddressFamilies,
} from '#db/seed/networks.ts'
import { sandboxFallbackXpub, sandboxXpubs } from '../core/startup/depositConfig.ts'
import type { AppContext } from '../core/appContext.ts'
import { sandboxUnspendableAddress, deriveDepositAddress, xpubFingerprintOf } from './derive.ts'
import { depositMemoAt } from './memo.ts'
import { claimPooledDepositAddress } from './pool.ts'

/** Where a person's transfers on chains of one family arrive; `memo` is '' where the address is theirs alone. */
export interface AssignedDepositAddress {
  address: string
  memo: string
}

/** What gives out addresses of a family. Each index of a fingerprint is given out once. */
interface Source {
  fingerprint: string
  /** The sandbox's own: nobody can ever spend what is sent to its addresses. */
  isBurnt: boolean
  /** Undefined where there is none left. */
  give(sql: Sql, index: number, nowMs: number): Promise<AssignedDepositAddress | undefined>
}

const isPool = (family: AddressFamily): family is ImportedAddressFamily =>
  (importedAddressFamilies as readonly AddressFamily[]).includes(family)
const isShared = (family: AddressFamily): family is MemoFamily => (memoFamilies as readonly AddressFamily[]).includes(family)

const burntFingerprintOf = (family: AddressFamily): string =>
  xpubFingerprintOf(family, isPool(family) || isShared(family) ? sandboxFallbackXpub : sandboxXpubs[family])

function sourceOf({ config }: Pick<AppContext, 'config'>, family: AddressFamily): Source {
  const burnt = { fingerprint: burntFingerprintOf(family), isBurnt: true }
  if (isPool(family)) {
    if (config.env === 'sandbox')
      return { ...burnt, give: async (_, index) => ({ address: sandboxUnspendableAddress(family, sandboxFallbackXpub, index), memo: '' }) }
    return {
      fingerprint: `pool-${family}`,
      isBurnt: false,
      give: async (sql, _, nowMs) => {
        const address = await claimPooledDepositAddress(sql, family, nowMs)
        return address === undefined ? undefined : { address, memo: '' }
      },
    }
  }
  if (isShared(family)) {
    const own = config.deposits?.sharedAddresses?.[family]
    const address = own ?? sandboxUnspendableAddress(family, sandboxFallbackXpub, 0)
    const key = own === undefined ? burnt : { fingerprint: `${family}-${keccak256(stringToBytes(own)).slice(2, 34)}`, isBurnt: false }
    return { ...key, give: async (_, index) => ({ address, memo: depositMemoAt(index) }) }
  }
  const xpub = config.deposits?.xpubs[family] ?? sandboxXpubs[family]
  return {
    fingerprint: xpubFingerprintOf(family, xpub),
    isBurnt: xpub === sandboxXpubs[family],
    give: async (_, index) => ({ address: deriveDepositAddress(family, xpub, index), memo: '' }),
  }
}

/** This person's address in force: the newest, but none of the sandbox's own where the house has another or coins are real. */
export async function activeDepositAddress(
  app: Pick<AppContext, 'config'>,
  sql: Sql,
  userId: string,
  family: AddressFamily,
): Promise<AssignedDepositAddress | undefined> {
  const mayBurn = app.config.env === 'sandbox' && sourceOf(app, family).isBurnt
  const [row] = await sql.query<AssignedDepositAddress>(
    `select address, memo from deposit_address where user_id = $1 and family = $2 and ($3 or fingerprint <> $4)
     order by created_ms desc, path_index desc limit 1`,
    [userId, family, mayBurn, burntFingerprintOf(family)],
  )
  return row && { address: row.address, memo: row.memo }
}

/**
 * This person's own address, or memo beside a shared one, on chains of this family, made when first asked for. One for the whole family: what
 * is sent over the wrong one of its networks, or in another listed currency, still arrives with them. Needs a transaction. Refuses
 * networkSuspended where coins are real and no key is set, and noDepositAddress while no address is left.
 */
export async function getOrAssignDepositAddress(
  app: AppContext,
  sql: Sql,
  userId: string,
  family: AddressFamily,
): Promise<AssignedDepositAddress> {
  const known = await activeDepositAddress(app, sql, userId, family)
  if (known !== undefined) return known
  const { fingerprint, isBurnt, give } = sourceOf(app, family)
  if (isBurnt && app.config.env !== 'sandbox') throw new Refusal('networkSuspended', { reason: '' })
  await sql.query('insert into deposit_key (fingerprint, family) values ($1, $2) on conflict do nothing', [fingerprint, family])
  // Everybody who needs a new address takes turns here, so an index is given out once, and the second of two that ask at once finds the first's.
  const [key] = await sql.query<{ next_index: number }>('select next_index from deposit_key where fingerprint = $1 for update', [
    fingerprint,
  ])
  const already = await activeDepositAddress(app, sql, userId, family)
  if (already !== undefined) return already
  if (!key) throw new Error('the key was just written')
  const assigned = await give(sql, key.next_index, app.clock.now())
  if (!assigned) throw new Refusal('noDepositAddress')
  await sql.query('update deposit_key set next_index = next_index + 1 where fingerprint = $1', [fingerprint])
  await sql.query(
    `insert into deposit_address (user_id, family, fingerprint, path_index, address, memo, created_ms) values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, family, fingerprint, key.next_index, assigned.address, assigned.memo, app.clock.now()],
  )
  return assigned
}

/** Which of these addresses are somebody's, or shared by several. */
export async function knownDepositAddressesAmong(sql: Sql, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await sql.query<{ address: string }>(
    `select address from unnest($1::text[]) as a (address) where exists (select from deposit_address d where d.address = a.address)`,
    [[...new Set(addresses)]],
  )
  return new Set(rows.map(({ address }) => address))
}

/**
 * Whose each transfer is, in their order; undefined for nobody's. A memo counts where the address is shared, and there one that is missing
 * or nobody's leaves the transfer to a claim, which staff decide.
 */
export async function depositTransferOwners(
  sql: Sql,
  transfers: readonly { to: string; memo?: string }[],
): Promise<(string | undefined)[]> {
  if (transfers.length === 0) return []
  const rows = await sql.query<{ at: string; user_id: string }>(
    `select t.at, d.user_id from unnest($1::text[], $2::text[]) with ordinality as t (address, memo, at)
       join deposit_address d on d.address = t.address and d.memo = any (array['', t.memo])`,
    [transfers.map(({ to }) => to), transfers.map(({ memo }) => memo?.trim() ?? '')],
  )
  const owners = new Map(rows.map(({ at, user_id }) => [Number(at), user_id]))
  return transfers.map((_, at) => owners.get(at + 1))
}

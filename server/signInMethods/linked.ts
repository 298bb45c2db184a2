import { holdNewAddresses } from '#account/holds.ts'
import { tellByMail } from '#account/mail.ts'
import { personInHand } from '#account/ownPassword.ts'
import { refuseLastWay } from '#account/signInWays.ts'
import { stepUpTried } from '#account/stepUp.ts'
import type { Asked } from '#contract/call.ts'
import type { LinkedSignIn } from '#contract/calls/signInMethods.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { isRowId } from '#server/ids.ts'
import { writeNotices } from '#server/notice.ts'
import type { Providers } from './provider.ts'
import { spendTrip, thirdPartyUrl, vouchedFor } from './thirdParty.ts'
import { signer, spendMessage, walletNonce } from './wallet.ts'

/** New addresses wait this long after a way to sign in came or went. */
const holdHours = 24

type Ask<Name extends keyof typeof contract.signInMethods> = Asked<(typeof contract.signInMethods)[Name]>
type Change = Pick<Asking, 'visitor' | 'now' | 'afterCommit'>

interface Row {
  kind: LinkedSignIn['kind']
  id: string
  provider: string
  address: string
  created_ms: string
}

const ownRows = `select 'wallet' as kind, id, '' as provider, address, created_ms from wallet_identity where account_id = $1
  union all select 'service', id, provider, '', created_ms from third_party_identity where account_id = $1`

/** 0x1234…abcd */
const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** What its person knows it by: a wallet's short address, or the service's name; its word in the settings where it is offered no more. */
const accountOf = ({ config }: Pick<House, 'config'>, { kind, provider, address }: Pick<Row, 'kind' | 'provider' | 'address'>): string =>
  kind === 'wallet' ? shortAddress(address) : (config.oidcProviders?.[provider]?.name ?? provider)

/** Wallets and other services that sign in to this account, the oldest first. */
export async function linkedSignIns(house: Pick<House, 'config'>, sql: Sql, userId: string): Promise<LinkedSignIn[]> {
  const rows = await sql.query<Row>(`${ownRows} order by created_ms, kind, id`, [userId])
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    provider: row.provider,
    account: accountOf(house, row),
    createTime: asInstant(Number(row.created_ms)),
  }))
}

/** The text for a wallet to sign, after a step-up. */
export async function walletToAdd(
  house: House,
  { address, chainId, ...proof }: Ask<'walletToAdd'>,
  { visitor, site, now }: Pick<Asking, 'visitor' | 'site' | 'now'>,
): Promise<{ message: string }> {
  const spend = await stepUpTried(house, visitor, proof, now)
  return house.db.transaction(async (sql) => {
    await spend(sql)
    const { message } = await walletNonce(sql, { address, chainId: Number(chainId) }, site, now, visitor.userId)
    return { message }
  })
}

/** The wallet that signed it signs in from now on. Refuses nonceExpired, walletSignature {reason} and signInTaken. */
export async function addWallet(
  house: House,
  form: Ask<'addWallet'>,
  { visitor, site, now, afterCommit }: Change & Pick<Asking, 'site'>,
): Promise<Record<string, never>> {
  const { userId } = visitor
  const address = await signer(form, site, now)
  return house.db.transaction(async (sql) => {
    await personInHand(sql, userId)
    await spendMessage(sql, { message: form.message, address, accountId: userId }, now)
    const added = await sql.query(
      'insert into wallet_identity (address, account_id, created_ms) values ($1, $2, $3) on conflict do nothing returning 1',
      [address, userId, now],
    )
    const owner = () => sql.query<{ account_id: string }>('select account_id from wallet_identity where address = $1', [address])
    if (added.length > 0) await tellOf(house, sql, 'signInAdded', shortAddress(address), { visitor, now, afterCommit })
    else refuseUnlessOwn(await owner(), userId)
    return {}
  })
}

/** Where to go to add another service, after a step-up. */
export async function thirdPartyToAdd(
  house: House,
  providers: Providers,
  { provider, ...proof }: Ask<'thirdPartyToAdd'>,
  { visitor, site, now }: Pick<Asking, 'visitor' | 'site' | 'now'>,
) {
  await house.db.transaction(await stepUpTried(house, visitor, proof, now))
  // Not before the proof, and with no connection held: the other service may be slow.
  return thirdPartyUrl(house.db, providers, { provider, accountId: visitor.userId }, site, now)
}

/** The person whom the other service vouches for signs in from now on. Refuses oauthFailed {reason} and signInTaken. */
export async function addThirdParty(
  house: House,
  providers: Providers,
  form: Ask<'addThirdParty'>,
  { visitor, site, now, afterCommit }: Change & Pick<Asking, 'site'>,
): Promise<Record<string, never>> {
  const { userId } = visitor
  const { provider, state } = form
  const { subject } = await vouchedFor(house.db, providers, form, { site, accountId: userId }, now)
  return house.db.transaction(async (sql) => {
    await personInHand(sql, userId)
    await spendTrip(sql, state, now)
    const added = await sql.query(
      'insert into third_party_identity (provider, subject, account_id, created_ms) values ($1, $2, $3, $4) on conflict do nothing returning 1',
      [provider, subject, userId, now],
    )
    const owner = () =>
      sql.query<{ account_id: string }>('select account_id from third_party_identity where provider = $1 and subject = $2', [
        provider,
        subject,
      ])
    const account = accountOf(house, { kind: 'service', provider, address: '' })
    if (added.length > 0) await tellOf(house, sql, 'signInAdded', account, { visitor, now, afterCommit })
    else refuseUnlessOwn(await owner(), userId)
    return {}
  })
}

// Whoever adds again what is theirs already has what they wanted.
function refuseUnlessOwn([owner]: { account_id: string }[], userId: string): void {
  if (owner?.account_id !== userId) throw new Refusal('signInTaken')
}

/** Takes one away, after a step-up. Refuses notFound and lastSignInMethod. */
export async function unlink(
  house: House,
  { kind, id, ...proof }: Ask<'unlink'>,
  { visitor, now, afterCommit }: Change,
): Promise<Record<string, never>> {
  const { userId } = visitor
  if (!isRowId(id)) throw new Refusal('notFound')
  const spend = await stepUpTried(house, visitor, proof, now)
  return house.db.transaction(async (sql) => {
    const isWallet = kind === 'wallet'
    const own = await sql.query<Row>(`select * from (${ownRows}) own where kind = $2 and id = $3`, [userId, kind, id])
    const [row] = own
    if (!row) throw new Refusal('notFound')
    await refuseLastWay(sql, house, userId, isWallet ? { wallets: 1 } : { provider: row.provider })
    await spend(sql)
    const table = isWallet ? 'wallet_identity' : 'third_party_identity'
    const gone = await sql.query(`delete from ${table} where id = $1 and account_id = $2 returning 1`, [id, userId])
    if (gone.length === 0) throw new Refusal('notFound')
    await tellOf(house, sql, 'signInRemoved', accountOf(house, row), { visitor, now, afterCommit })
    return {}
  })
}

/** Money waits for new addresses, and the person is told in the inbox and by mail. */
async function tellOf(
  house: House,
  sql: Sql,
  kind: 'signInAdded' | 'signInRemoved',
  account: string,
  { visitor, now, afterCommit }: Change,
): Promise<void> {
  const { userId } = visitor
  await holdNewAddresses(sql, userId, holdHours, kind, now)
  await tellByMail(sql, { userId, kind, params: { account } }, now)
  const notice = { userId, type: 'system', kind, params: { account }, link: '/linked-sign-ins', refType: '', refId: '' } as const
  await writeNotices(house, sql, [notice], afterCommit)
}

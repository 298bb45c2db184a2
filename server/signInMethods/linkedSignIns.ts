import { holdNewAddresses } from '#account/holds.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { lockUserById } from '#account/ownPassword.ts'
import { assertNotLastSignInMethod } from '#account/lastSignInMethod.ts'
import { verifyStepUpForLaterUse } from '#account/secondFactor/stepUp.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { LinkedSignInMethod } from '#contract/calls/signInMethods.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import type { SignInProviders } from './provider.ts'
import { consumeOAuthState, createThirdPartyAuthUrl, verifyOAuthCallback } from './thirdParty.ts'
import { verifyWalletSignature, consumeWalletMessage, createWalletSignInMessage } from './wallet.ts'

/** New addresses wait this long after a way to sign in came or went. */
const holdHours = 24

type Ask<Name extends keyof typeof contract.signInMethods> = ValidatedCallInput<(typeof contract.signInMethods)[Name]>
type Change = Pick<RequestContext, 'visitor' | 'now' | 'afterCommit'>

interface Row {
  kind: LinkedSignInMethod['kind']
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
const accountOf = (
  { config }: Pick<AppContext, 'config'>,
  { kind, provider, address }: Pick<Row, 'kind' | 'provider' | 'address'>,
): string => (kind === 'wallet' ? shortAddress(address) : (config.oidcProviders?.[provider]?.name ?? provider))

/** Wallets and other services that sign in to this account, the oldest first. */
export async function readLinkedSignInMethods(app: Pick<AppContext, 'config'>, sql: Sql, userId: string): Promise<LinkedSignInMethod[]> {
  const rows = await sql.query<Row>(`${ownRows} order by created_ms, kind, id`, [userId])
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    provider: row.provider,
    account: accountOf(app, row),
    createTime: asInstant(Number(row.created_ms)),
  }))
}

/** The text for a wallet to sign, after a step-up. */
export async function createWalletLinkMessage(
  app: AppContext,
  { address, chainId, ...proof }: Ask<'walletToAdd'>,
  { visitor, site, now }: Pick<RequestContext, 'visitor' | 'site' | 'now'>,
): Promise<{ message: string }> {
  const spend = await verifyStepUpForLaterUse(app, visitor, proof, now)
  return app.db.transaction(async (sql) => {
    await spend(sql)
    const { message } = await createWalletSignInMessage(sql, { address, chainId: Number(chainId) }, site, now, visitor.userId)
    return { message }
  })
}

/** The wallet that signed it signs in from now on. Refuses nonceExpired, walletSignature {reason} and signInTaken. */
export async function addWalletSignIn(
  app: AppContext,
  form: Ask<'addWallet'>,
  { visitor, site, now, afterCommit }: Change & Pick<RequestContext, 'site'>,
): Promise<Record<string, never>> {
  const { userId } = visitor
  const address = await verifyWalletSignature(form, site, now)
  return app.db.transaction(async (sql) => {
    await lockUserById(sql, userId)
    await consumeWalletMessage(sql, { message: form.message, address, accountId: userId }, now)
    const added = await sql.query(
      'insert into wallet_identity (address, account_id, created_ms) values ($1, $2, $3) on conflict do nothing returning 1',
      [address, userId, now],
    )
    const owner = () => sql.query<{ account_id: string }>('select account_id from wallet_identity where address = $1', [address])
    if (added.length > 0) await tellOf(app, sql, 'signInAdded', shortAddress(address), { visitor, now, afterCommit })
    else refuseUnlessOwn(await owner(), userId)
    return {}
  })
}

/** Where to go to add another service, after a step-up. */
export async function createThirdPartyLinkUrl(
  app: AppContext,
  providers: SignInProviders,
  { provider, ...proof }: Ask<'thirdPartyToAdd'>,
  { visitor, site, now }: Pick<RequestContext, 'visitor' | 'site' | 'now'>,
) {
  await app.db.transaction(await verifyStepUpForLaterUse(app, visitor, proof, now))
  // Not before the proof, and with no connection held: the other service may be slow.
  return createThirdPartyAuthUrl(app.db, providers, { provider, accountId: visitor.userId }, site, now)
}

/** The person whom the other service vouches for signs in from now on. Refuses oauthFailed {reason} and signInTaken. */
export async function addThirdPartySignIn(
  app: AppContext,
  providers: SignInProviders,
  form: Ask<'addThirdParty'>,
  { visitor, site, now, afterCommit }: Change & Pick<RequestContext, 'site'>,
): Promise<Record<string, never>> {
  const { userId } = visitor
  const { provider, state } = form
  const { subject } = await verifyOAuthCallback(app.db, providers, form, { site, accountId: userId }, now)
  return app.db.transaction(async (sql) => {
    await lockUserById(sql, userId)
    await consumeOAuthState(sql, state, now)
    const added = await sql.query(
      'insert into third_party_identity (provider, subject, account_id, created_ms) values ($1, $2, $3, $4) on conflict do nothing returning 1',
      [provider, subject, userId, now],
    )
    const owner = () =>
      sql.query<{ account_id: string }>('select account_id from third_party_identity where provider = $1 and subject = $2', [
        provider,
        subject,
      ])
    const account = accountOf(app, { kind: 'service', provider, address: '' })
    if (added.length > 0) await tellOf(app, sql, 'signInAdded', account, { visitor, now, afterCommit })
    else refuseUnlessOwn(await owner(), userId)
    return {}
  })
}

// Whoever adds again what is theirs already has what they wanted.
function refuseUnlessOwn([owner]: { account_id: string }[], userId: string): void {
  if (owner?.account_id !== userId) throw new Refusal('signInTaken')
}

/** Takes one away, after a step-up. Refuses notFound and lastSignInMethod. */
export async function unlinkSignInMethod(
  app: AppContext,
  { kind, id, ...proof }: Ask<'unlink'>,
  { visitor, now, afterCommit }: Change,
): Promise<Record<string, never>> {
  const { userId } = visitor
  if (!isRowId(id)) throw new Refusal('notFound')
  const spend = await verifyStepUpForLaterUse(app, visitor, proof, now)
  return app.db.transaction(async (sql) => {
    const isWallet = kind === 'wallet'
    const own = await sql.query<Row>(`select * from (${ownRows}) own where kind = $2 and id = $3`, [userId, kind, id])
    const [row] = own
    if (!row) throw new Refusal('notFound')
    await assertNotLastSignInMethod(sql, app, userId, isWallet ? { wallets: 1 } : { provider: row.provider })
    await spend(sql)
    const table = isWallet ? 'wallet_identity' : 'third_party_identity'
    const deleted = await sql.query(`delete from ${table} where id = $1 and account_id = $2 returning 1`, [id, userId])
    if (deleted.length === 0) throw new Refusal('notFound')
    await tellOf(app, sql, 'signInRemoved', accountOf(app, row), { visitor, now, afterCommit })
    return {}
  })
}

/** Money waits for new addresses, and the person is told in the inbox and by mail. */
async function tellOf(
  app: AppContext,
  sql: Sql,
  kind: 'signInAdded' | 'signInRemoved',
  account: string,
  { visitor, now, afterCommit }: Change,
): Promise<void> {
  const { userId } = visitor
  await holdNewAddresses(sql, userId, holdHours, kind, now)
  await queueMail(sql, { userId, kind, params: { account } }, now)
  const notice = { userId, type: 'system', kind, params: { account }, link: '/linked-sign-ins', refType: '', refId: '' } as const
  await writeNotices(app, sql, [notice], afterCommit)
}

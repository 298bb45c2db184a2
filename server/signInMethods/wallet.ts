import { randomBytes } from 'node:crypto'
import { createSiweMessage, parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { getAddress, recoverMessageAddress } from 'viem/utils'
import { storeAuthChallenge, tryConsumeAuthChallenge } from '#account/challenges.ts'
import { registerWithoutPassword } from '#account/registration.ts'
import { findUser, type UserRow } from '#account/people.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import type { RequestContext } from '../core/handlers.ts'

/** How long the message may wait to be signed (docs/rules/accounts.md). */
const messageMs = 300_000
/** Read by people in their wallet, which knows no languages of ours. */
const statement = 'Sign in. This costs nothing and moves no funds.'
const addStatement = 'Let this wallet sign in to my account. This costs nothing and moves no funds.'

interface Facts {
  message: string
  address: string
}

/** The text to be signed (ERC-4361), which names this site and is good once: to sign in, or to add the wallet to the account that is told. */
export async function createWalletSignInMessage(
  sql: Sql,
  ask: { address: string; chainId: number },
  site: string | undefined,
  now: Instant,
  accountId: string | null = null,
): Promise<{ message: string; nonce: string }> {
  if (site === undefined) throw new Refusal('walletSignature', { reason: 'site' })
  const nonce = randomBytes(16).toString('hex')
  const message = createSiweMessage({
    address: getAddress(ask.address),
    chainId: ask.chainId,
    domain: new URL(site).host,
    uri: site,
    version: '1',
    statement: accountId === null ? statement : addStatement,
    nonce,
    issuedAt: new Date(now),
    expirationTime: new Date(now + messageMs),
  })
  const facts: Facts = { message, address: ask.address.toLowerCase() }
  await storeAuthChallenge(sql, { purpose: 'wallet', text: nonce, accountId, facts, lifeMs: messageMs }, now)
  return { message, nonce }
}

type Form = ValidatedCallInput<typeof contract.signInMethods.walletSignIn>
type Signed = Pick<Form, 'message' | 'signature' | 'address'>

/**
 * The person whose wallet signed our message, on this site, in time; somebody new joins. Refuses nonceExpired, walletSignature, and for
 * somebody new what joining refuses: then the message is not used up, so that it need not be signed again.
 */
export async function findOrCreateWalletUser(
  db: Database,
  form: Form,
  { now, site, lang }: Pick<RequestContext<'open'>, 'now' | 'site' | 'lang'>,
): Promise<UserRow> {
  const address = await verifyWalletSignature(form, site, now)
  return db.transaction(async (sql) => {
    await consumeWalletMessage(sql, { message: form.message, address, accountId: null }, now)
    return (await personOfWallet(sql, address)) ?? joinByWallet(sql, address, { ...form, lang: form.lang ?? lang }, now)
  })
}

/** Uses the message up, for what it was handed out for alone. Refuses nonceExpired and walletSignature. */
export async function consumeWalletMessage(
  sql: Sql,
  { message, address, accountId }: Facts & { accountId: string | null },
  now: Instant,
): Promise<void> {
  const authChallenge = await tryConsumeAuthChallenge<Facts>(sql, 'wallet', parseSiweMessage(message).nonce ?? '', now)
  if (!authChallenge) throw new Refusal('nonceExpired')
  // Word for word what was handed out: nothing that we did not say has been signed.
  const isIt = authChallenge.accountId === accountId && authChallenge.facts.message === message && authChallenge.facts.address === address
  if (!isIt) throw new Refusal('walletSignature', { reason: 'message' })
}

/** The lower-cased address that signed it. Contract wallets would need a chain to ask, so only plain keys (ERC-191) are believed. */
export async function verifyWalletSignature(
  { message, signature, address }: Signed,
  site: string | undefined,
  now: Instant,
): Promise<string> {
  const said = parseSiweMessage(message)
  if (said.expirationTime && said.expirationTime.getTime() <= now) throw new Refusal('nonceExpired')
  const isOurs =
    site !== undefined &&
    said.uri === site &&
    said.version === '1' &&
    validateSiweMessage({ message: said, domain: new URL(site).host, address: getAddress(address), time: new Date(now) })
  if (!isOurs) throw new Refusal('walletSignature', { reason: 'message' })
  const recovered = await recoverMessageAddress({ message, signature: signature as `0x${string}` }).catch(() => undefined)
  if (recovered?.toLowerCase() !== address.toLowerCase()) throw new Refusal('walletSignature', { reason: 'signature' })
  return address.toLowerCase()
}

async function personOfWallet(sql: Sql, address: string): Promise<UserRow | undefined> {
  const [row] = await sql.query<{ account_id: string }>('select account_id from wallet_identity where address = $1', [address])
  return row && findUser(sql, { id: row.account_id })
}

async function joinByWallet(
  sql: Sql,
  address: string,
  form: Parameters<typeof registerWithoutPassword>[1],
  now: Instant,
): Promise<UserRow> {
  const person = await registerWithoutPassword(sql, { ...form, email: undefined }, now)
  const mine = await sql.query(
    'insert into wallet_identity (address, account_id, created_ms) values ($1, $2, $3) on conflict do nothing returning 1',
    [address, person.id, now],
  )
  // Somebody with the same key joined at this moment with another message: both are the same person, so this one begins again.
  if (mine.length === 0) throw new Refusal('nonceExpired')
  return person
}

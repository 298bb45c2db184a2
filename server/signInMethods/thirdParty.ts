import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  tryAddAuthChallengeFacts,
  storeAuthChallenge,
  newAuthChallengeText,
  readAuthChallenge,
  tryConsumeAuthChallenge,
} from '#account/challenges.ts'
import { registerWithoutPassword } from '#account/registration.ts'
import { findUser, type UserRow } from '#account/people.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import type { RequestContext } from '../core/handlers.ts'
import type { SignInProviders, IdentityClaims } from './provider.ts'

/** How long somebody may take at the other service. */
const awayMs = 600_000
/** Where the other service sends people back to; its console must name this address. */
const returnPath = '/login-return'

interface Facts {
  provider: string
  site: string
  secretHash: string
  /** Of the code that came back first; no other is exchanged. */
  codeHash?: string
  vouched?: IdentityClaims
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

// Both come from the secret that only the app has, so what is kept here cannot finish anybody's sign-in.
const verifierOf = (secret: string): string => createHmac('sha256', secret).update('verifier').digest('base64url')
const nonceOf = (secret: string): string => createHmac('sha256', secret).update('nonce').digest('base64url')

const refused = (reason: string): Refusal => new Refusal('oauthFailed', { reason })

/** Where to go to sign in with another service, or to add it to the account that is told. */
export async function createThirdPartyAuthUrl(
  sql: Sql,
  providers: SignInProviders,
  { provider, accountId = null }: { provider: string; accountId?: string | null },
  site: string | undefined,
  now: Instant,
) {
  if (site === undefined) throw refused('site')
  const [state, secret] = [newAuthChallengeText(), randomBytes(32).toString('base64url')]
  const url = await providers.urlOf(provider, {
    redirectUri: site + returnPath,
    state,
    nonce: nonceOf(secret),
    challenge: hashOf(verifierOf(secret)),
  })
  const facts: Facts = { provider, site, secretHash: hashOf(secret) }
  await storeAuthChallenge(sql, { purpose: 'thirdParty', text: state, accountId, facts, lifeMs: awayMs }, now)
  return { url, state, secret }
}

type Form = ValidatedCallInput<typeof contract.signInMethods.thirdPartySignIn>
type Returned = Pick<Form, 'provider' | 'code' | 'state' | 'secret' | 'iss'>

/**
 * The person whom the other service vouches for, by its subject; somebody new joins. Refuses oauthFailed where the way back
 * does not belong to a way there that this very app took, and for somebody new what joining refuses: the same call again, with what
 * was missing, then goes on from there.
 */
export async function findOrCreateOAuthUser(
  db: Database,
  providers: SignInProviders,
  form: Form,
  { now, site, lang }: Pick<RequestContext<'open'>, 'now' | 'site' | 'lang'>,
): Promise<UserRow> {
  const { provider, state } = form
  const vouched = await verifyOAuthCallback(db, providers, form, { site, accountId: null }, now)
  return db.transaction(async (sql) => {
    await consumeOAuthState(sql, state, now)
    const [known] = await sql.query<{ account_id: string }>(
      'select account_id from third_party_identity where provider = $1 and subject = $2',
      [provider, vouched.subject],
    )
    const person = known && (await findUser(sql, { id: known.account_id }))
    return person ?? joinByThirdParty(sql, { provider, ...vouched }, { ...form, lang: form.lang ?? lang }, now)
  })
}

/** The way is at its end, once. */
export async function consumeOAuthState(sql: Sql, state: string, now: Instant): Promise<void> {
  if (!(await tryConsumeAuthChallenge(sql, 'thirdParty', state, now))) throw refused('state')
}

/** Whom the other service vouches for at the end of a way that was begun here, for that account or for a sign-in. Refuses oauthFailed. */
export async function verifyOAuthCallback(
  db: Database,
  providers: SignInProviders,
  form: Returned,
  { site, accountId }: { site: string | undefined; accountId: string | null },
  now: Instant,
): Promise<IdentityClaims> {
  const { provider, state, secret } = form
  const codeHash = hashOf(form.code)
  const challenge = await readAuthChallenge<Facts>(db, 'thirdParty', state, now)
  if (!challenge || challenge.accountId !== accountId || challenge.facts.provider !== provider || challenge.facts.site !== site)
    throw refused('state')
  // Without its secret a state is somebody else's: a link that would sign a person in as another.
  if (!isSame(challenge.facts.secretHash, hashOf(secret))) throw refused('state')
  if (challenge.facts.vouched) {
    if (challenge.facts.codeHash !== codeHash) throw refused('state')
    return challenge.facts.vouched
  }
  const mine = await tryAddAuthChallengeFacts<Facts>(
    db,
    { purpose: 'thirdParty', text: state, without: 'codeHash', facts: { codeHash } },
    now,
  )
  if (!mine) throw refused('state')
  const back = new URL(challenge.facts.site + returnPath)
  back.search = new URLSearchParams({ code: form.code, state, ...(form.iss !== undefined && { iss: form.iss }) }).toString()
  const vouched = await providers.vouchedBy(provider, back, { state, nonce: nonceOf(secret), verifier: verifierOf(secret) })
  await tryAddAuthChallengeFacts(db, { purpose: 'thirdParty', text: state, without: 'vouched', facts: { vouched } }, now)
  return vouched
}

// An email that has an account already is never joined to it: whoever has the account signs in as they always do.
async function joinByThirdParty(
  sql: Sql,
  { provider, subject, email }: IdentityClaims & { provider: string },
  form: Parameters<typeof registerWithoutPassword>[1],
  now: Instant,
): Promise<UserRow> {
  const person = await registerWithoutPassword(sql, { ...form, email }, now)
  const mine = await sql.query(
    'insert into third_party_identity (provider, subject, account_id, created_ms) values ($1, $2, $3, $4) on conflict do nothing returning 1',
    [provider, subject, person.id, now],
  )
  if (mine.length === 0) throw refused('state')
  return person
}

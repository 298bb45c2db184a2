import type { LanguageCode } from '#contract/calls/account.ts'
import type { CallAccess, ValidatedCallInput, ApiCall, CallReply } from '#contract/call.ts'
import type { contract, CallDomain } from '#contract/contract.ts'
import type { Instant } from '#contract/time.ts'
import type { SignedInUser } from './visitor.ts'
import type { Sql } from '#db/database.ts'

/** Who asks, and with what. `sql` is one transaction on `once` rows (with the idempotency row in it), the pool elsewhere. */
interface AskingBy<V extends SignedInUser | undefined> {
  visitor: V
  sql: Sql
  now: Instant
  lang: LanguageCode
  ip: string
  /** Where people see this app, such as https://trade.example.com; undefined where that is not certain. */
  site?: string | undefined
  userAgent: string
  requestId: string | undefined
  /** Runs once the reply is safe in the database: for telling streams, never for money. */
  afterCommit(effect: () => void): void
}

/** Whatever level a row asks for, whom it lets in is a visitor like any other. */
export type RequestContext<A extends CallAccess = 'signedIn'> = A extends 'open'
  ? AskingBy<SignedInUser | undefined>
  : AskingBy<SignedInUser>

type Rows<W extends CallDomain> = (typeof contract)[W]

/** One function per row; leaving one out does not compile. Replies are given in their inner form; the edge encodes them. */
export type CallHandlers<W extends CallDomain> = {
  [Name in keyof Rows<W>]: Rows<W>[Name] extends ApiCall
    ? (
        input: ValidatedCallInput<Rows<W>[Name]>,
        context: RequestContext<Rows<W>[Name]['access']>,
      ) => Promise<CallReply<Rows<W>[Name]>> | CallReply<Rows<W>[Name]>
    : never
}

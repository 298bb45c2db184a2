import { isCountryCode, governingLawCountryOf, legalProductAvailabilityLimit, countriesUnderLaw } from '../core/countries.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { type ProductAvailability, type RegulatedProduct, regulatedProducts } from '../core/legalRecords.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** What the law of a country lets us offer there, from when on and by whom (docs/rules/{environments,countries}.md). */
export interface ProductPermission {
  id: string
  country: string
  product: RegulatedProduct
  availability: ProductAvailability
  from: Instant
  reason: string
  proposedBy: string
  proposedAt: Instant
  status: 'waiting' | 'approved' | 'declined'
  decidedBy: string | undefined
}

interface Row {
  id: string
  country: string
  product: RegulatedProduct
  availability: ProductAvailability
  from_ms: string
  reason: string
  proposed_by: string
  proposer: string
  proposed_ms: string
  status: number
  decider: string | null
}

const select = `select r.id, r.country, r.product, r.availability, r.from_ms, r.reason, r.proposed_by, p.name as proposer, r.proposed_ms, r.status,
  d.name as decider from legal_record r join staff p on p.id = r.proposed_by left join staff d on d.id = r.decided_by`
const recordOf = (row: Row): ProductPermission => ({
  id: row.id,
  country: row.country,
  product: row.product,
  availability: row.availability,
  from: asInstant(Number(row.from_ms)),
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: asInstant(Number(row.proposed_ms)),
  status: row.status === 0 ? 'waiting' : row.status === 1 ? 'approved' : 'declined',
  decidedBy: row.decider ?? undefined,
})

const refused = (sentence: string) => new StaffError('refused', sentence)
const usage = (sentence: string) => new StaffError('usage', sentence)
const rank: readonly ProductAvailability[] = ['off', 'demo', 'real']
const moneyWords: Record<ProductAvailability, string> = { off: 'not at all', demo: 'for play money', real: 'for real money' }

/** Those that wait, oldest first, or the newest fifty with those decided. */
export async function listProductPermissions({ app }: OperatorContext, all: boolean): Promise<ProductPermission[]> {
  const text = all ? `${select} order by r.id desc limit 50` : `${select} where r.status = 0 order by r.id`
  return (await app.db.query<Row>(text)).map(recordOf)
}

interface Place {
  country: string
  product: string
  reason: string
}

/** Refuses a sandbox, where no record is needed, and a country, a product or a reason that is none. */
function readPlace(
  { app }: OperatorContext,
  { country, product, reason }: Place,
): { country: string; product: RegulatedProduct; why: string } {
  if (app.config.env === 'sandbox') throw refused('A sandbox has everything on: legal records are for production.')
  if (!isCountryCode(country)) throw usage(`"${country}" is no country. Write its two letters, such as NZ.`)
  const law = governingLawCountryOf(country)
  if (law !== country) throw usage(`The law of ${law} holds in ${country}: name ${law}.`)
  const known = regulatedProducts.find((regulatedProduct) => regulatedProduct === product)
  if (!known) throw usage(`"${product}" is no product. Products: ${regulatedProducts.join(', ')}.`)
  const why = reason.trim()
  if (why.length < 10 || why.length > 300)
    throw usage('The reason is 10 to 300 characters: the licence, the opinion or the order it stands on.')
  return { country, product: known, why }
}

export interface ProductPermissionProposal extends Place {
  money: Exclude<ProductAvailability, 'off'>
  /** Now where it is not said. */
  from?: Instant | undefined
}

/** Writes the proposal down; nothing opens before somebody else approves it. Refuses more than the country's profile allows, and a moment that is over. */
export function proposeProductPermission(
  context: OperatorContext,
  staff: StaffMember,
  proposal: ProductPermissionProposal,
): Promise<string> {
  return runStaffAction(context, staff, 'legal.propose', async ({ sql, log }) => {
    const { country, product, why } = readPlace(context, proposal)
    if (proposal.money === 'demo' && (product === 'loan' || product === 'incentive'))
      throw usage(`There is no play money in ${product}: --money real.`)
    const most = legalProductAvailabilityLimit(country, product)
    if (rank.indexOf(proposal.money) > rank.indexOf(most))
      throw refused(`The rules of ${country} allow ${product} ${moneyWords[most]}: no record can enable more.`)
    const now = context.app.clock.now()
    const from = proposal.from ?? now
    if (from < now) throw usage('A record holds from now on or later.')
    const id = newRowId(now)
    await insert(sql, { id, country, product, availability: proposal.money, from, why, staff, now })
    await log('legal.propose', { id, country, product, money: proposal.money, from: String(from), reason: why })
    return id
  })
}

interface New {
  id: string
  country: string
  product: RegulatedProduct
  availability: ProductAvailability
  from: Instant
  why: string
  staff: StaffMember
  now: Instant
}

const insert = (sql: Sql, { id, country, product, availability, from, why, staff, now }: New): Promise<unknown> =>
  sql.query(
    `insert into legal_record (id, country, product, availability, from_ms, reason, proposed_by, proposed_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, country, product, availability, from, why, staff.id, now],
  )

/** The waiting one, locked. Refuses an unknown one and one that was decided. */
async function lockWaiting(sql: Sql, id: string): Promise<Row> {
  const [row] = isRowId(id) ? await sql.query<Row>(`${select} where r.id = $1 for update of r`, [id]) : []
  if (!row) throw refused(`There is no legal record ${id}.`)
  if (row.status !== 0) throw refused(`Record ${id} was ${row.status === 1 ? 'approved' : 'declined'} by ${row.decider} already.`)
  return row
}

/** From its moment on it holds, on all servers. Refuses the proposer, and an account that is younger than the proposal. */
export function approveProductPermission(context: OperatorContext, staff: StaffMember, id: string): Promise<ProductPermission> {
  return runStaffAction(context, staff, 'legal.decide', async ({ sql, log }) => {
    const row = await lockWaiting(sql, id)
    assertFourEyes(row, staff, context.app.config, context.app.clock.now())
    await decide(context, sql, row, staff)
    const { country, product, availability, from_ms, proposer } = row
    await log('legal.approve', { id: row.id, country, product, money: availability, from: from_ms, proposedBy: proposer })
    return { ...recordOf(row), status: 'approved', decidedBy: staff.name }
  })
}

/** Ends a proposal; anyone who may decide can, also who proposed it. */
export function declineProductPermission(context: OperatorContext, staff: StaffMember, id: string): Promise<void> {
  return runStaffAction(context, staff, 'legal.decide', async ({ sql, log }) => {
    const row = await lockWaiting(sql, id)
    await sql.query('update legal_record set status = -1, decided_by = $2, decided_ms = $3 where id = $1', [
      row.id,
      staff.id,
      context.app.clock.now(),
    ])
    await log('legal.decline', { id: row.id, proposedBy: row.proposer })
  })
}

/**
 * Takes a product away from a country at once, over every record approved before. One person is enough: nobody loses what is open, it can be
 * closed; orders that wait are judged again and cancelled.
 */
export function disableProductInCountry(context: OperatorContext, staff: StaffMember, place: Place): Promise<ProductPermission> {
  return runStaffAction(context, staff, 'legal.disable', async ({ sql, log }) => {
    const { country, product, why } = readPlace(context, place)
    const now = context.app.clock.now()
    const id = newRowId(now)
    await insert(sql, { id, country, product, availability: 'off', from: now, why, staff, now })
    const row = await lockWaiting(sql, id)
    await decide(context, sql, row, staff)
    await log('legal.disable', { id, country, product, reason: why })
    return { ...recordOf(row), status: 'approved', decidedBy: staff.name }
  })
}

/** Puts it behind every decision before, and has the waiting orders of the country's people judged again. */
async function decide({ app }: OperatorContext, sql: Sql, { id, country }: Row, staff: StaffMember): Promise<void> {
  // Servers read on from the newest decision they know, so none may appear behind a later one.
  await sql.query('lock table legal_record in share row exclusive mode')
  const now = app.clock.now()
  await sql.query(
    `update legal_record set status = 1, decided_by = $2, decided_ms = $3, decision = nextval('legal_record_decision') where id = $1 and status = 0`,
    [id, staff.id, now],
  )
  await sql.query(
    `insert into order_recheck (user_id, after_sec, since_ms)
     select distinct p.user_id, $2::bigint, $3::bigint from position p join account a on a.id = p.user_id
     where p.status = 0 and (a.country = any($1) or a.kyc_country = any($1))
     on conflict (user_id) do update set after_sec = least(order_recheck.after_sec, excluded.after_sec), since_ms = excluded.since_ms`,
    [countriesUnderLaw(country), await readNewestRecordedSec(sql, app.market.feed), now],
  )
}

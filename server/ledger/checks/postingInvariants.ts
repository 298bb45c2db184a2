import { inKeyRangeSql, type LedgerInvariantQuery } from './invariantQuery.ts'

/** What is paid out of WELFARE, by the kind that its posting is for: its table, and what of a row was paid. */
const welfareKinds = [
  {
    kind: 'levelBonus',
    table: 'welfare_grant',
    paid: `case when g.kind = 'levelBonus' and g.paid_ms is not null then g.amount else 0 end`,
  },
  { kind: 'envelope', table: 'welfare_grant', paid: `case when g.kind = 'envelope' and g.paid_ms is not null then g.amount else 0 end` },
  { kind: 'teamIncome', table: 'team_income', paid: 'case when g.paid_ms is not null then g.amount else 0 end' },
  { kind: 'voucher', table: 'voucher', paid: 'g.amount - g.rest' },
] as const

/** What was booked for one thing, over all its postings. */
const bookedFor = (refType: string, refId: string, legs: string): string =>
  `coalesce((select sum(l.amount) from posting b join leg l on l.posting_id = b.id
     where b.ref_type = '${refType}' and b.ref_id = ${refId} and ${legs}), 0)`

const toPeople = 'l.user_id is not null'

/** What was given was booked, once. By the id of what was given. */
const givenQuestions = (of: string): LedgerInvariantQuery[] =>
  welfareKinds
    .filter(({ table }) => table === of)
    .map(({ kind, table, paid }) => ({
      invariant: 'I4',
      text: (range) =>
        `select format('${kind} %s is %s, booked is %s', id, paid, booked) as detail
         from (select g.id, ${paid} as paid, ${bookedFor(kind, 'g.id::text', toPeople)} as booked from ${table} g where ${inKeyRangeSql('g.id', range)}) g
         where paid <> booked`,
    }))
export const welfareGrantInvariantQueries = givenQuestions('welfare_grant')
export const teamIncomeInvariantQueries = givenQuestions('team_income')
export const voucherInvariantQueries = givenQuestions('voucher')

/** Nothing is booked for what was not given, by the posting. */
const bookedQuestion = (kind: string, table: string, paid: string): LedgerInvariantQuery => ({
  invariant: 'I4',
  text: (range) =>
    `select format('%s of ${kind} %s is booked, given was %s', booked, ref_id, paid) as detail
     from (select ref_id, ${bookedFor(kind, 'p.ref_id', toPeople)} as booked,
             coalesce((select ${paid} from ${table} g where g.id = p.ref_id::bigint), 0) as paid
           from (select distinct ref_id from posting where ${inKeyRangeSql('id', range)} and ref_type = '${kind}') p) p
     where paid <> booked`,
})

/** By the id of the posting. */
export const postingInvariantQueries: readonly LedgerInvariantQuery[] = [
  // Every posting has two legs or more and sums to zero per currency.
  {
    invariant: 'I1',
    text: (range) =>
      `select format('posting %s leaves %s %s', posting_id, sum(amount), currency) as detail
       from leg where ${inKeyRangeSql('posting_id', range)} group by posting_id, currency having sum(amount) <> 0`,
  },
  {
    invariant: 'I1',
    text: (range) =>
      `select format('posting %s has %s legs', p.id, count(l.id)) as detail
       from posting p left join leg l on l.posting_id = p.id where ${inKeyRangeSql('p.id', range)} group by p.id having count(l.id) < 2`,
  },
  // All legs of a posting are in its book.
  {
    invariant: 'I2',
    text: (range) =>
      `select format('leg %s of posting %s is in book %s', l.id, p.id, l.book) as detail
       from leg l join posting p on p.id = l.posting_id where ${inKeyRangeSql('p.id', range)} and l.book <> p.book`,
  },
  // Every posting says what it is for.
  {
    invariant: 'I6',
    text: (range) =>
      `select format('posting %s has no reference', id) as detail
       from posting where ${inKeyRangeSql('id', range)} and (ref_type = '' or ref_id = '')`,
  },
  // One request, one posting.
  {
    invariant: 'I7',
    text: (range) =>
      `select format('request %s made %s postings', r.request_id, count(*)) as detail
       from (select distinct request_id from posting where ${inKeyRangeSql('id', range)} and request_id is not null) r
       join posting p on p.request_id = r.request_id group by r.request_id having count(*) > 1`,
  },
  ...welfareKinds.map(({ kind, table, paid }) => bookedQuestion(kind, table, paid)),
  bookedQuestion('competitionPrize', 'competition_entry', 'coalesce(g.prize, 0)'),
]

/** A prize is what its entry won, once. By the id of the entry. */
export const prizeInvariantQueries: readonly LedgerInvariantQuery[] = [
  {
    invariant: 'I4',
    text: (range) =>
      `select format('competition entry %s won %s, it was paid %s', id, prize, booked) as detail
       from (select e.id, coalesce(e.prize, 0) as prize, ${bookedFor('competitionPrize', 'e.id::text', toPeople)} as booked
             from competition_entry e where ${inKeyRangeSql('e.id', range)}) e
       where prize <> booked`,
  },
]

/** What custody got and gave: each deposit that was credited, each withdrawal that was paid, as it was booked. By their ids. */
export const depositInvariantQueries: readonly LedgerInvariantQuery[] = [
  {
    invariant: 'I5',
    text: (range) =>
      `select format('deposit %s brought %s, booked is %s', id, credited, -booked) as detail
       from (select d.id, coalesce(d.credited, 0) as credited, ${bookedFor('deposit', 'd.id::text', `l.bucket = 'CHAIN_IN'`)} as booked
             from deposit d where ${inKeyRangeSql('d.id', range)}) d
       where booked <> -credited`,
  },
]
export const withdrawalInvariantQueries: readonly LedgerInvariantQuery[] = [
  {
    invariant: 'I5',
    text: (range) =>
      `select format('withdrawal %s sent %s, booked is %s', id, sent, booked) as detail
       from (select w.id, case when w.status = 2 then w.money - w.fee else 0 end as sent,
               ${bookedFor('withdrawal', 'w.id::text', `l.bucket = 'CHAIN_OUT'`)} as booked
             from withdrawal w where ${inKeyRangeSql('w.id', range)}) w
       where booked <> sent`,
  },
]

import type { AccountDeletionStatus } from '#contract/calls/dataRights.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'

type Obstacle = AccountDeletionStatus['obstacles'][number]

/** What stands in the way of deleting, with where it is looked after. Play money never does. */
const checks: readonly (Obstacle & { query: string })[] = [
  { kind: 'position', link: '/heyue', query: 'select from position where user_id = $1 and account_type = $2 and status in (1, 2)' },
  {
    kind: 'position',
    link: '/heyue?mode=second',
    query: 'select from second_order where user_id = $1 and account_type = $2 and status = 1',
  },
  {
    kind: 'position',
    link: '/heyue?mode=option',
    query: 'select from option_position where user_id = $1 and account_type = $2 and status in (1, 2)',
  },
  { kind: 'order', link: '/heyue', query: 'select from position where user_id = $1 and account_type = $2 and status = 0' },
  { kind: 'order', link: '/heyue?mode=spot', query: 'select from spot_order where user_id = $1 and account_type = $2 and status = 0' },
  {
    kind: 'product',
    link: '/investment-orders',
    query: 'select from product_order where user_id = $1 and account_type = $2 and status in (0, 1, 3, 5, 6)',
  },
  { kind: 'product', link: '/ieo', query: 'select from ieo_order where user_id = $1 and status in (0, 1, 3, 4) and $2::int is not null' },
  {
    kind: 'loan',
    link: '/jiedaiOrder',
    query: 'select from loan where user_id = $1 and status in (0, 1, 2, 3, 5) and $2::int is not null',
  },
  {
    kind: 'deposit',
    link: '/chongzhitixianRecord',
    query: 'select from deposit where user_id = $1 and status = 0 and $2::int is not null',
  },
  {
    kind: 'withdrawal',
    link: '/chongzhitixianRecord',
    query: 'select from withdrawal where user_id = $1 and status = 0 and $2::int is not null',
  },
  {
    kind: 'competition',
    link: '/bisaiMycansai',
    query: `select from competition_entry e join competition c on c.id = e.competition_id
      where e.user_id = $1 and e.status <> -3 and c.final_ms is null and $2::int is not null`,
  },
  // Granted, and on its way into the balance.
  {
    kind: 'balance',
    link: '/fuliCenter',
    query: 'select from welfare_grant where user_id = $1 and paid_ms is null and $2::int is not null',
  },
  {
    kind: 'balance',
    link: '/tuanduiYaoqing',
    query: 'select from team_income where inviter_id = $1 and paid_ms is null and $2::int is not null',
  },
  { kind: 'balance', link: '/zichanCenter', query: 'select from balance where user_id = $1 and book = $2 and amount > 0' },
]

/** Everything that is in the way now. */
export async function readDeletionObstacles(sql: Sql, userId: string): Promise<Obstacle[]> {
  const parts = checks.map(({ query }, at) => `select ${at} as at where exists (${query})`)
  const found = await sql.query<{ at: number }>(parts.join(' union all '), [userId, accountTypes.real])
  const places = new Set(found.map(({ at }) => at))
  return checks.flatMap(({ kind, link }, at) => (places.has(at) ? [{ kind, link }] : []))
}

import { levelRow } from '#db/seed/levels.ts'
import { truncate } from '#rules/decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { NewNotice } from '../notice.ts'

type LevelNotice = 'levelUp' | 'levelFalling' | 'levelKept' | 'levelDown'

interface Told {
  userId: string
  level: number
  /** Of three days going up, of fourteen going down. */
  average: Decimal
  day: string
}

/** What somebody is told of their level; `level` is the one it is, stays or would be. */
export const noticeOf = (kind: LevelNotice, { userId, level, average, day }: Told): NewNotice => ({
  userId,
  type: 'system',
  kind,
  params: { level: String(level), name: levelRow(level).name, average: truncate(average, 2), day },
  link: '/vipLevel',
  refType: 'level',
  refId: day,
})

import { levelSeedOf } from '#db/seed/levels.ts'
import { truncate } from '#rules/decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { NewNotice } from '../notifications/writeNotices.ts'

type LevelNotice = 'levelUp' | 'levelFalling' | 'levelKept' | 'levelDown'

interface Told {
  userId: string
  level: number
  /** Of three days going up, of fourteen going down. */
  average: Decimal
  day: string
}

/** What somebody is told of their level; `level` is the one it is, stays or would be. */
export const levelNoticeOf = (kind: LevelNotice, { userId, level, average, day }: Told): NewNotice => ({
  userId,
  type: 'system',
  kind,
  params: { level: String(level), name: levelSeedOf(level).name, average: truncate(average, 2), day },
  link: '/vipLevel',
  refType: 'level',
  refId: day,
})

import { useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { Ticket } from '#contract/calls/support.ts'
import { formatDay, formatClock } from '#i18n/date.ts'

export const ticketStatus = { waits: 0, answered: 1, closed: 2 } as const

/** Day and time, to the minute. */
export const moment = (at: number): string => `${formatDay(at)} ${formatClock(at)}`

/** How a conversation stands, in one or two words. */
export function useStateWords(): (ticket: Ticket) => string {
  const { t } = useLingui()
  return ({ status }) => {
    if (status === ticketStatus.waits) return t`Waits for us`
    return status === ticketStatus.answered ? t`Answered` : t({ message: 'Closed', context: 'a conversation' })
  }
}

/** By when staff answer, as the server has it; that it is late, when it is. */
export function usePromiseWords(): (ticket: Ticket) => string | undefined {
  const { t } = useLingui()
  return ({ answerBy }) => {
    if (answerBy === null) return undefined
    const by = moment(answerBy)
    return answerBy < serverNow() ? t`We wanted to answer by ${by} and are late. We are sorry.` : t`We answer by ${by}.`
  }
}

/** 'Deposit · DP12', or the topic alone. */
export const ticketTitleOf = (topic: string, orderNo: string): string => [topic, orderNo].filter(Boolean).join(' · ')

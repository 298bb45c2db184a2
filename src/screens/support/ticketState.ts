import { useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { SupportTicket } from '#contract/calls/support.ts'
import { formatDate, formatHourMinute } from '#i18n/date.ts'

export const supportTicketStatus = { waits: 0, answered: 1, closed: 2 } as const

/** Day and time, to the minute. */
export const formatDayAndClock = (at: number): string => `${formatDate(at)} ${formatHourMinute(at)}`

/** How a conversation stands, in one or two words. */
export function useSupportTicketStatusFormatter(): (ticket: SupportTicket) => string {
  const { t } = useLingui()
  return ({ status }) => {
    if (status === supportTicketStatus.waits) return t`Waits for us`
    return status === supportTicketStatus.answered ? t`Answered` : t({ message: 'Closed', context: 'a conversation' })
  }
}

/** By when staff answer, as the server has it; that it is late, when it is. */
export function useAnswerDeadlineFormatter(): (ticket: SupportTicket) => string | undefined {
  const { t } = useLingui()
  return ({ answerBy }) => {
    if (answerBy === null) return undefined
    const by = formatDayAndClock(answerBy)
    return answerBy < serverNow() ? t`We wanted to answer by ${by} and are late. We are sorry.` : t`We answer by ${by}.`
  }
}

/** 'Deposit · DP12', or the topic alone. */
export const ticketTitleFromTopicAndOrderNo = (topic: string, orderNo: string): string => [topic, orderNo].filter(Boolean).join(' · ')

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { serverNow } from '#api/serverClock.ts'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { ieoStatus } from '#contract/states.ts'
import { formatDate, formatDateTime } from '#i18n/date.ts'

/** What happens next with a subscription, and when. */
export function IeoNextEventText({ ieo: { status, applyStart, applyEnd, drawTime, payEnd, unlock } }: { ieo: IeoProject }) {
  const [start, end, draw, pay] = [applyStart, applyEnd, drawTime, payEnd].map(formatDateTime)
  const next = unlock.find(({ time }) => time > serverNow())
  const free = next === undefined ? '' : formatDate(next.time)
  const words: Readonly<Record<number, ReactNode>> = {
    [ieoStatus.upcoming]: <Trans>Applications from {start}</Trans>,
    [ieoStatus.subscribing]: <Trans>Applications until {end}</Trans>,
    [ieoStatus.drawing]: <Trans>Draw at {draw}</Trans>,
    [ieoStatus.paying]: <Trans>To be paid by {pay}</Trans>,
    [ieoStatus.unlocking]: next && <Trans>Next tokens unlock {free}</Trans>,
    [ieoStatus.finished]: <Trans>All tokens are unlocked</Trans>,
    [ieoStatus.cancelled]: <Trans>Called off, all money is back</Trans>,
  }
  return <span>{words[status]}</span>
}

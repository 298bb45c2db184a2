import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ProductOrder } from '#contract/calls/products.ts'
import { productOrderStatus, productType } from '#contract/states.ts'
import { formatDay, formatTime } from '#i18n/date.ts'
import { isZero } from '#rules/decimal.ts'
import { Chip } from '#ui/Chip.tsx'
import { Progress } from '#ui/Progress.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { orderStateWords } from './productWords.ts'
import styles from './Products.module.css'
import { exactAmount } from './rateText.ts'

/** An address of the order: `to` and `search` of the router. */
export type Address = Pick<LinkProps, 'to' | 'search'>

/** One investment in a list: what is in it, what it brought, how far it is, and what comes next. */
export function OrderCard({ order, address }: { order: ProductOrder; address: Address }) {
  const { t } = useLingui()
  const { name, money, num, currency, incomeToday, incomeCurrency, days, daysDone, status } = order
  const isRunning = status === productOrderStatus.running
  const lastDay = exactAmount(incomeToday)
  return (
    <CardLink loose {...address} data-order={order.id}>
      <span className={styles.head}>
        <strong>{name}</strong>
        <OrderState order={order} />
      </span>
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>
            {num === undefined ? <Trans>Put in</Trans> : <Plural value={num} one="# machine" other="# machines" />}
          </span>
          <span className={styles.figure}>
            {exactAmount(money)} {currency}
          </span>
        </span>
        <span>
          <Result order={order} />
        </span>
      </span>
      {days > 0 && isRunning && <Progress label={t`Days that are over`} value={daysDone / days} />}
      <span className={styles.next}>
        <span>
          <NextStep order={order} />
        </span>
        {isRunning && !isZero(incomeToday) && (
          <span>
            <Trans>
              Last day: {lastDay} {incomeCurrency}
            </Trans>
          </span>
        )}
      </span>
    </CardLink>
  )
}

const tones: Readonly<Record<number, 'plain' | 'info' | 'warn' | 'brass'>> = {
  [productOrderStatus.running]: 'info',
  [productOrderStatus.notStarted]: 'brass',
  [productOrderStatus.exiting]: 'brass',
  [productOrderStatus.frozen]: 'warn',
  [productOrderStatus.defaulted]: 'warn',
}

/** What a fund's units are worth or gave, what a borrower or a cancelled order gave back in the end; of all else what came in. */
function Result({ order: { type, status, value, returned, incomeTotal, currency, incomeCurrency } }: { order: ProductOrder }) {
  const isBack = status === productOrderStatus.cancelled || (type === productType.debt && status === productOrderStatus.ended)
  const held = isBack ? returned : type === productType.quant ? (value ?? returned) : null
  return (
    <>
      <span className={styles.name}>
        {held === null ? <Trans>Came in so far</Trans> : isBack || value === null ? <Trans>Came back</Trans> : <Trans>Worth now</Trans>}
      </span>
      <span className={styles.figure}>
        {exactAmount(held ?? incomeTotal)} {held === null ? incomeCurrency : currency}
      </span>
    </>
  )
}

/** How it stands, in a word. */
export function OrderState({ order: { status, lateSince } }: { order: Pick<ProductOrder, 'status' | 'lateSince'> }) {
  const { i18n } = useLingui()
  const words = orderStateWords[status]
  return (
    <Chip tone={lateSince === null ? (tones[status] ?? 'plain') : 'warn'}>
      {lateSince !== null && status === productOrderStatus.running ? <Trans>Repayment is late</Trans> : words && i18n._(words)}
    </Chip>
  )
}

/** What happens next with it, and when; nothing once it is over. */
export function NextStep({ order }: { order: ProductOrder }) {
  const { type, status, startTime, endTime, exitTime, frozenUntil, closeTime } = order
  const at = timeOf(status === productOrderStatus.notStarted ? startTime : status === productOrderStatus.exiting ? exitTime : frozenUntil)
  if (status === productOrderStatus.notStarted)
    return type === productType.debt ? <Trans>Starts once the target is reached</Trans> : <Trans>Starts {at}</Trans>
  if (status === productOrderStatus.exiting) return <Trans>Will be paid out {at}</Trans>
  if (status === productOrderStatus.frozen) return <Trans>Until {at}</Trans>
  if (status === productOrderStatus.running && endTime !== null) return <DayOf order={order} end={formatDay(endTime)} />
  const { daysDone } = order
  if (status === productOrderStatus.running)
    return <Plural value={daysDone} _0="No day is over yet" one="# day so far" other="# days so far" />
  return closeTime === null ? null : <>{timeOf(closeTime)}</>
}

function DayOf({ order, end }: { order: ProductOrder; end: string }) {
  const [daysDone, days] = [exactAmount(String(order.daysDone)), exactAmount(String(order.days))]
  return (
    <Trans>
      Day {daysDone} of {days}, ends {end}
    </Trans>
  )
}

const timeOf = (at: number | null): string => (at === null ? '' : formatTime(at))

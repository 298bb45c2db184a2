import { Trans, useLingui } from '@lingui/react/macro'
import { useBook } from '#api/book.ts'
import type { Voucher } from '#contract/calls/benefits.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { recordType } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { add, isPositive, zero } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Section } from '#ui/Section.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Benefits.module.css'
import { useTaskWords } from './useTaskWords.ts'

/** What vouchers can still pay, how they pay, and each of them. */
export function Vouchers({ vouchers }: { vouchers: readonly Voucher[] }) {
  const { t } = useLingui()
  // The records are those of the chosen book.
  const isReal = useBook() === book.real
  const left = fullAmount(vouchers.reduce<Decimal>((sum, one) => add(sum, one.left), zero))
  return (
    <Section
      title={t`Vouchers`}
      action={
        vouchers.length > 0 && (
          <span className={styles.quiet}>
            <Trans>{left} USDT left</Trans>
          </span>
        )
      }
    >
      <p className={styles.quiet}>
        <Trans>
          A voucher pays trading fees in your real book by itself, the oldest first, until it is used up. It never ends, and it is not paid
          out as money.
        </Trans>
      </p>
      {vouchers.length === 0 ? (
        <Card>
          <p className={styles.quiet}>
            <Trans>You have none yet. Tasks bring them.</Trans>
          </p>
        </Card>
      ) : (
        <Card flush>
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.id} voucher={voucher} />
          ))}
          {isReal && (
            <RowLink
              to={path.balanceRecords}
              search={{ type: recordType.taskReward }}
              title={t`What vouchers paid`}
              subtitle={t`In your balance records`}
            />
          )}
        </Card>
      )}
    </Section>
  )
}

function VoucherRow({ voucher: { task, amount, left, createTime, usedTime } }: { voucher: Voucher }) {
  const { t } = useLingui()
  const { titles } = useTaskWords()
  const [all, rest, since, used] = [fullAmount(amount), fullAmount(left), formatTime(createTime), usedTime && formatTime(usedTime)]
  return (
    <div className={styles.voucher}>
      <p className={styles.between}>
        <strong>
          <Trans>Voucher {all} USDT</Trans>
        </strong>
        <span className={isPositive(left) ? styles.figure : styles.quiet}>
          {isPositive(left) ? <Trans>{rest} left</Trans> : <Trans context="a voucher">Used up</Trans>}
        </span>
      </p>
      {isPositive(left) && <Progress label={t`What is left of the voucher`} value={toPlotNumber(left) / toPlotNumber(amount)} />}
      <p className={styles.quiet}>
        {titles[task]} · {used === null ? <Trans>since {since}</Trans> : <Trans>used up {used}</Trans>}
      </p>
    </div>
  )
}

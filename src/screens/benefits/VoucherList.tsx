import { Trans, useLingui } from '@lingui/react/macro'
import { useAccountType } from '#api/accountType.ts'
import type { FeeVoucher } from '#contract/calls/benefits.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { add, isPositive, zero } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Section } from '#ui/Section.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './Benefits.module.css'
import { useBenefitTaskTexts } from './useTaskWords.ts'

/** What vouchers can still pay, how they pay, and each of them. */
export function VoucherList({ vouchers }: { vouchers: readonly FeeVoucher[] }) {
  const { t } = useLingui()
  // The records are those of the chosen book.
  const isReal = useAccountType() === accountTypes.real
  const left = formatFullAmount(vouchers.reduce<Decimal>((sum, one) => add(sum, one.left), zero))
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
              search={{ type: balanceRecordType.taskReward }}
              title={t`What vouchers paid`}
              subtitle={t`In your balance records`}
            />
          )}
        </Card>
      )}
    </Section>
  )
}

function VoucherRow({ voucher: { task, amount, left, createTime, usedTime } }: { voucher: FeeVoucher }) {
  const { t } = useLingui()
  const { titles } = useBenefitTaskTexts()
  const [all, rest, since, used] = [
    formatFullAmount(amount),
    formatFullAmount(left),
    formatDateTime(createTime),
    usedTime && formatDateTime(usedTime),
  ]
  return (
    <Grid gap={1} className={styles.voucher}>
      <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.between}>
        <strong>
          <Trans>Voucher {all} USDT</Trans>
        </strong>
        <span className={isPositive(left) ? styles.figure : styles.quiet}>
          {isPositive(left) ? <Trans>{rest} left</Trans> : <Trans context="a voucher">Used up</Trans>}
        </span>
      </Row>
      {isPositive(left) && (
        <ProgressBar label={t`What is left of the voucher`} value={decimalToPlotNumber(left) / decimalToPlotNumber(amount)} />
      )}
      <p className={styles.quiet}>
        {titles[task]} · {used === null ? <Trans>since {since}</Trans> : <Trans>used up {used}</Trans>}
      </p>
    </Grid>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#api/apiError.ts'
import type { SettlementReceipt as Receipt } from '#contract/calls/settlement.ts'
import { accountTypes } from '#contract/constants.ts'
import { copyText } from '#device/clipboard.ts'
import { downloadText } from '#device/saveText.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { useSettlementReceipt } from '#widgets/priceRecord/useReceipt.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SettlementComputation } from './SettlementComputation.tsx'
import { SettlementPostings } from './SettlementPostings.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Settlement.module.css'
import { readSettlementSearchParams } from './settlementSearch.ts'
import { hiddenSettlementInputPattern, settlementSourceLabels, settlementStatusLabels, settlementKindLabel } from './settlementWords.ts'
import { formatExactNumber, trimDecimalZeros, useSettlementTexts } from './useSettlementTexts.ts'
import { useSettlementReceiptTextBuilder, SettlementReceiptVerification } from './SettlementReceiptVerification.tsx'

export const Route = createFileRoute('/_signedIn/jiesuanInfo')({ validateSearch: readSettlementSearchParams, component: Settlement })

/** Why something came out as it did: rule, inputs, price records, postings, and the button that proves it (docs/rules/ledger.md). */
function Settlement() {
  const { type, id } = Route.useSearch()
  if (type === undefined || id === undefined) return <NoSettlementId />
  return <SettlementContent key={`${type} ${id}`} type={type} id={id} />
}

function NoSettlementId() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`How it was computed`} back={path.balanceRecords}>
      <EmptyState
        text={t`Nothing of yours has this number.`}
        action={
          <ButtonLink to={path.balanceRecords} kind="secondary">
            <Trans>Balance records</Trans>
          </ButtonLink>
        }
      />
    </ScreenLayout>
  )
}

function SettlementContent({ type, id }: { type: string; id: string }) {
  const { t } = useLingui()
  const { receipt, storedAt, error, isFetching, refetch } = useSettlementReceipt(type, id)
  if (!receipt && error instanceof ApiError && error.key === 'NOT_FOUND') return <NoSettlementId />
  return (
    <ScreenLayout
      title={t`How it was computed`}
      back={path.balanceRecords}
      tone={toneOf(receipt)}
      chips={
        <>
          {receipt?.accountType === accountTypes.competition && (
            <Chip tone="violet">
              <Trans>Competition</Trans>
            </Chip>
          )}
          <DataAgeChip at={storedAt} />
        </>
      }
    >
      {receipt ? (
        <SettlementSections receipt={receipt} />
      ) : error ? (
        <LoadErrorState title={t`The receipt did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card>
            <Skeleton lines={3} height={1.25} />
          </Card>
          <Skeleton lines={9} />
        </>
      )}
    </ScreenLayout>
  )
}

/** The frame of play money: that of the demo book, or of a competition. */
const toneOf = (receipt: Receipt | undefined): 'demo' | 'contest' | undefined =>
  receipt === undefined || receipt.accountType === accountTypes.real
    ? undefined
    : receipt.accountType === accountTypes.competition
      ? 'contest'
      : 'demo'

function SettlementSections({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  return (
    <>
      <Header receipt={receipt} />
      <Section title={t`Step by step`}>
        <SettlementComputation receipt={receipt} />
      </Section>
      <Section title={receipt.priceRecords.length > 0 ? t`Prices that were read` : t`Check it yourself`}>
        <SettlementReceiptVerification receipt={receipt} />
      </Section>
      <Section title={t`What went into it`}>
        <Inputs receipt={receipt} />
      </Section>
      <Section title={t`In the ledger`}>
        {receipt.postings.length > 0 ? (
          <SettlementPostings postings={receipt.postings} />
        ) : (
          <Text tone="muted">
            <Trans>Nothing was booked.</Trans>
          </Text>
        )}
      </Section>
      <SaveReceiptActions receipt={receipt} />
    </>
  )
}

function Header({ receipt }: { receipt: Receipt }) {
  const { i18n, t } = useLingui()
  const { nameOf } = useSettlementTexts(receipt.formula)
  const { what, state, result, orderNo, time, competition } = receipt
  const contest = competition?.name
  const statusLabel = settlementStatusLabels[state]
  const sign = result && ['net', 'moved'].includes(result.name) && /^\d*[1-9]|^0\.0*[1-9]/.test(result.value) ? '+' : ''
  return (
    <Grid as={Card} gap={2}>
      <p className={styles.what}>
        {i18n._(settlementKindLabel(what))} · {statusLabel && i18n._(statusLabel)}
      </p>
      {result && (
        <p className={styles.result}>
          <Text as="span" tone="muted">
            {nameOf(result.name)}
          </Text>
          <strong>
            {sign}
            {formatExactNumber(result.value)}{' '}
            <Text as="span" size="micro" tone="quiet">
              {result.unit}
            </Text>
          </strong>
        </p>
      )}
      {contest !== undefined && (
        <Text tone="muted">
          <Trans>With the virtual fund of the competition “{contest}”, not with money.</Trans>
        </Text>
      )}
      <Text tone="muted">{formatDateTime(time)}</Text>
      {orderNo && <CopyableValue small label={t`Order number`} value={orderNo} />}
      {competition && (
        <ButtonLink to={path.contracts} search={{ comp: competition.id }} kind="secondary" wide>
          <Trans>See its trading screen</Trans>
        </ButtonLink>
      )}
    </Grid>
  )
}

function Inputs({ receipt }: { receipt: Receipt }) {
  const { i18n } = useLingui()
  const { nameOf, valueOf } = useSettlementTexts(receipt.formula)
  return (
    <DescriptionList
      rows={receipt.inputs
        .filter(({ name }) => !hiddenSettlementInputPattern.test(name))
        .map(({ name, value, source }) => ({
          key: name,
          name: (
            <>
              {nameOf(name)}
              <span className={styles.kind}>{i18n._(settlementSourceLabels[source])}</span>
            </>
          ),
          value: valueOf(name, trimDecimalZeros(value)),
        }))}
    />
  )
}

/** Copy as words; as a file it can be checked by /verify.html and the script, without this app. */
function SaveReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  const textOf = useSettlementReceiptTextBuilder(receipt)
  const copy = async () => {
    const isCopied = await copyText(textOf())
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  const save = () => downloadText(`receipt-${receipt.orderNo || receipt.refId}.json`, JSON.stringify(receipt, null, 1), 'application/json')
  return (
    <Row wrap gap={3} className={styles.keep}>
      <Button kind="secondary" onClick={() => void copy()}>
        <Trans>Copy the receipt</Trans>
      </Button>
      <Button kind="secondary" onClick={save}>
        <Trans>Save as a file</Trans>
      </Button>
    </Row>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#api/apiError.ts'
import type { Settlement as Receipt } from '#contract/calls/settlement.ts'
import { book } from '#contract/constants.ts'
import { copyText } from '#device/clipboard.ts'
import { saveText } from '#device/saveText.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Computation } from './Computation.tsx'
import { Postings } from './Postings.tsx'
import styles from './Settlement.module.css'
import { readSettlementSearch } from './settlementSearch.ts'
import { quietInputs, sourceWords, stateWords, wordsOfWhat } from './settlementWords.ts'
import { useReceipt } from './useReceipt.ts'
import { exact, short, useSettlementText } from './useSettlementText.ts'
import { useReceiptText, VerifyAll } from './VerifyAll.tsx'

export const Route = createFileRoute('/_signedIn/jiesuanInfo')({ validateSearch: readSettlementSearch, component: Settlement })

/** Why something came out as it did: rule, inputs, price records, postings, and the button that proves it (product §1.3 call 51). */
function Settlement() {
  const { type, id } = Route.useSearch()
  if (type === undefined || id === undefined) return <Nothing />
  return <Explained key={`${type} ${id}`} type={type} id={id} />
}

function Nothing() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`How it was computed`} back={path.balanceRecords}>
      <Empty
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

function Explained({ type, id }: { type: string; id: string }) {
  const { t } = useLingui()
  const { receipt, storedAt, error, isFetching, refetch } = useReceipt(type, id)
  if (!receipt && error instanceof ApiError && error.key === 'NOT_FOUND') return <Nothing />
  return (
    <ScreenLayout
      title={t`How it was computed`}
      back={path.balanceRecords}
      tone={toneOf(receipt)}
      chips={
        <>
          {receipt?.accountType === book.contest && (
            <Chip tone="violet">
              <Trans>Competition</Trans>
            </Chip>
          )}
          <AgeChip at={storedAt} />
        </>
      }
    >
      {receipt ? (
        <Parts receipt={receipt} />
      ) : error ? (
        <FailedRead title={t`The receipt did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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
  receipt === undefined || receipt.accountType === book.real ? undefined : receipt.accountType === book.contest ? 'contest' : 'demo'

function Parts({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  return (
    <>
      <Header receipt={receipt} />
      <Section title={t`Step by step`}>
        <Computation receipt={receipt} />
      </Section>
      <Section title={receipt.priceRecords.length > 0 ? t`Prices that were read` : t`Check it yourself`}>
        <VerifyAll receipt={receipt} />
      </Section>
      <Section title={t`What went into it`}>
        <Inputs receipt={receipt} />
      </Section>
      <Section title={t`In the ledger`}>
        {receipt.postings.length > 0 ? (
          <Postings postings={receipt.postings} />
        ) : (
          <p className={styles.note}>
            <Trans>Nothing was booked.</Trans>
          </p>
        )}
      </Section>
      <Keep receipt={receipt} />
    </>
  )
}

function Header({ receipt }: { receipt: Receipt }) {
  const { i18n, t } = useLingui()
  const { nameOf } = useSettlementText(receipt.formula)
  const { what, state, result, orderNo, time, competition } = receipt
  const contest = competition?.name
  const stated = stateWords[state]
  const sign = result && ['net', 'moved'].includes(result.name) && /^\d*[1-9]|^0\.0*[1-9]/.test(result.value) ? '+' : ''
  return (
    <Card className={styles.header}>
      <p className={styles.what}>
        {i18n._(wordsOfWhat(what))} · {stated && i18n._(stated)}
      </p>
      {result && (
        <p className={styles.result}>
          <span className={styles.note}>{nameOf(result.name)}</span>
          <strong>
            {sign}
            {exact(result.value)} <span className={styles.unit}>{result.unit}</span>
          </strong>
        </p>
      )}
      {contest !== undefined && (
        <p className={styles.note}>
          <Trans>With the virtual fund of the competition “{contest}”, not with money.</Trans>
        </p>
      )}
      <p className={styles.note}>{formatTime(time)}</p>
      {orderNo && <CopyValue small label={t`Order number`} value={orderNo} />}
      {competition && (
        <ButtonLink to={path.contracts} search={{ comp: competition.id }} kind="secondary" wide>
          <Trans>See its trading screen</Trans>
        </ButtonLink>
      )}
    </Card>
  )
}

function Inputs({ receipt }: { receipt: Receipt }) {
  const { i18n } = useLingui()
  const { nameOf, valueOf } = useSettlementText(receipt.formula)
  return (
    <Facts
      rows={receipt.inputs
        .filter(({ name }) => !quietInputs.test(name))
        .map(({ name, value, source }) => ({
          key: name,
          name: (
            <>
              {nameOf(name)}
              <span className={styles.kind}>{i18n._(sourceWords[source])}</span>
            </>
          ),
          value: valueOf(name, short(value)),
        }))}
    />
  )
}

/** Copy as words; as a file it can be checked by /verify.html and the script, without this app. */
function Keep({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  const textOf = useReceiptText(receipt)
  const copy = async () => {
    const isCopied = await copyText(textOf())
    toast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  const save = () => saveText(`receipt-${receipt.orderNo || receipt.refId}.json`, JSON.stringify(receipt, null, 1), 'application/json')
  return (
    <div className={styles.keep}>
      <Button kind="secondary" onClick={() => void copy()}>
        <Trans>Copy the receipt</Trans>
      </Button>
      <Button kind="secondary" onClick={save}>
        <Trans>Save as a file</Trans>
      </Button>
    </div>
  )
}

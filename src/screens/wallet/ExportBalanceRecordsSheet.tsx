import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useAccountType } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { serverNow } from '#api/serverClock.ts'
import { downloadBlob } from '#device/saveText.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './BalanceRecords.module.css'
import { type ExportProgress, fetchMonthlyStatementPdf, fetchBalanceRecordsCsv, type ExportedFile } from './exportRecords.ts'
import { formatMonthName } from './monthWords.ts'
import { hasBalanceRecordFilter, type BalanceRecordFilter } from './recordFilter.ts'
import { formatMonthKey, listMonthKeysSince } from './recordMonths.ts'

interface ExportBalanceRecordsSheetProps {
  open: boolean
  onClose: () => void
  filter: BalanceRecordFilter
}

type Stage = { is: 'asking' } | { is: 'reading'; progress?: ExportProgress } | { is: 'failed'; words: string }

/** Saves records: those of the filter as a table, or a month as a statement with its balances. */
export function ExportBalanceRecordsSheet({ open, onClose, filter }: ExportBalanceRecordsSheetProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accountType = useAccountType()
  const since = useUser()?.createTime ?? serverNow()
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv')
  const [month, setMonth] = useState(filter.month ?? formatMonthKey(serverNow()))
  const { stage, begin, stop } = useExport(onClose)
  const close = () => {
    stop()
    onClose()
  }
  const save = () =>
    begin((onProgress, signal) =>
      format === 'pdf'
        ? fetchMonthlyStatementPdf(month, accountType, signal)
        : fetchBalanceRecordsCsv({ filter, accountType, since }, onProgress, signal),
    )
  return (
    <BottomSheet
      open={open}
      onClose={close}
      title={t`Export records`}
      footer={
        <Button
          size="large"
          wide
          busy={stage.is === 'reading'}
          disabled={!isOnline}
          reason={isOnline ? undefined : t`Needs a connection`}
          onClick={() => void save()}
        >
          {stage.is === 'failed' ? <Trans>Try again</Trans> : format === 'csv' ? <Trans>Save as CSV</Trans> : <Trans>Save as PDF</Trans>}
        </Button>
      }
    >
      <Stack gap={4}>
        <SegmentedControl
          label={t`Kind of file`}
          value={format}
          onChange={(next) => {
            stop()
            setFormat(next)
          }}
          options={[
            { value: 'csv', label: t`Table (CSV)` },
            { value: 'pdf', label: t`Statement (PDF)` },
          ]}
        />
        {format === 'csv' ? <TableFormatNote filter={filter} /> : <MonthField month={month} since={since} onChange={setMonth} />}
        {stage.is === 'reading' && <ExportProgressText progress={stage.progress} />}
        {stage.is === 'failed' && (
          <Text role="alert" weight="medium" tone="error">
            {stage.words}
          </Text>
        )}
      </Stack>
    </BottomSheet>
  )
}

type ReadExport = (onProgress: (progress: ExportProgress) => unknown, signal: AbortSignal) => Promise<ExportedFile>

/** Reads a file and saves it, unless it is stopped before. */
function useExport(onSaved: () => void) {
  const { t } = useLingui()
  const [stage, setStage] = useState<Stage>({ is: 'asking' })
  const abortController = useRef<AbortController>(undefined)
  const stop = () => {
    abortController.current?.abort()
    setStage({ is: 'asking' })
  }
  const begin = async (read: ReadExport) => {
    const abort = new AbortController()
    abortController.current = abort
    setStage({ is: 'reading' })
    try {
      const { name, blob } = await read((progress) => !abort.signal.aborted && setStage({ is: 'reading', progress }), abort.signal)
      downloadBlob(name, blob)
      showToast(t`Saved: ${name}`, { tone: 'good' })
      stop()
      onSaved()
    } catch (error) {
      if (abort.signal.aborted) return
      const words = isUnansweredError(error) ? t`No answer came. Nothing was saved.` : error instanceof Error ? error.message : ''
      setStage({ is: 'failed', words })
    }
  }
  return { stage, begin, stop }
}

function TableFormatNote({ filter }: { filter: BalanceRecordFilter }) {
  return (
    <p>
      {hasBalanceRecordFilter(filter) ? (
        <Trans>All records of the filter, oldest first, exact to the last decimal. Times are UTC+8.</Trans>
      ) : (
        <Trans>All your records, oldest first, exact to the last decimal. Times are UTC+8.</Trans>
      )}
    </p>
  )
}

function MonthField({ month, since, onChange }: { month: string; since: number; onChange: (month: string) => void }) {
  const { i18n, t } = useLingui()
  const months = new Set([...listMonthKeysSince(since, serverNow(), Infinity), month])
  return (
    <>
      <p>
        <Trans>Opening balance, every record, fees and closing balance of a month. Its days are those of UTC+8.</Trans>
      </p>
      <SelectField
        label={t`Month`}
        value={month}
        onChange={onChange}
        options={[...months].map((each) => ({ value: each, label: formatMonthName(each, i18n.locale) }))}
      />
    </>
  )
}

function ExportProgressText({ progress }: { progress: ExportProgress | undefined }) {
  const { i18n, t } = useLingui()
  const { done = 0, total = 0, month } = progress ?? {}
  const shownMonth = month === undefined ? '' : formatMonthName(month, i18n.locale)
  return (
    <div role="status">
      <ProgressBar label={t`Reading your records`} {...(total > 0 && { value: Math.min(1, done / total) })} />
      {progress && (
        <Text tone="quiet" className={styles.when}>
          <Trans>
            {shownMonth}: {done} of {total}
          </Trans>
        </Text>
      )}
    </div>
  )
}

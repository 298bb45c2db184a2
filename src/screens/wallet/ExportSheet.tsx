import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { saveBlob } from '#device/saveText.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './BalanceRecords.module.css'
import { type ExportProgress, readStatement, readTable, type SavedFile } from './exportRecords.ts'
import { monthWords } from './monthWords.ts'
import { isFiltered, type RecordFilter } from './recordFilter.ts'
import { monthOf, monthsSince } from './recordMonths.ts'

interface ExportSheetProps {
  open: boolean
  onClose: () => void
  filter: RecordFilter
}

type Stage = { is: 'asking' } | { is: 'reading'; progress?: ExportProgress } | { is: 'failed'; words: string }

/** Saves records: those of the filter as a table, or a month as a statement with its balances. */
export function ExportSheet({ open, onClose, filter }: ExportSheetProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accountType = useBook()
  const since = useUser()?.createTime ?? Date.now()
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv')
  const [month, setMonth] = useState(filter.month ?? monthOf(Date.now()))
  const [stage, setStage] = useState<Stage>({ is: 'asking' })
  const reading = useRef<AbortController>(undefined)
  const close = () => {
    reading.current?.abort()
    setStage({ is: 'asking' })
    onClose()
  }
  const begin = async () => {
    const abort = new AbortController()
    reading.current = abort
    setStage({ is: 'reading' })
    const tell = (progress: ExportProgress) => !abort.signal.aborted && setStage({ is: 'reading', progress })
    try {
      const file: SavedFile =
        format === 'pdf'
          ? await readStatement(month, accountType, abort.signal)
          : await readTable({ filter, accountType, since }, tell, abort.signal)
      const { name } = file
      saveBlob(name, file.blob)
      toast(t`Saved: ${name}`, { tone: 'good' })
      close()
    } catch (error) {
      if (abort.signal.aborted) return
      const words = isUnanswered(error) ? t`No answer came. Nothing was saved.` : error instanceof Error ? error.message : ''
      setStage({ is: 'failed', words })
    }
  }
  return (
    <Sheet
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
          onClick={() => void begin()}
        >
          {stage.is === 'failed' ? <Trans>Try again</Trans> : format === 'csv' ? <Trans>Save as CSV</Trans> : <Trans>Save as PDF</Trans>}
        </Button>
      }
    >
      <div className={styles.fields}>
        <Segments
          label={t`Kind of file`}
          value={format}
          onChange={(next) => {
            reading.current?.abort()
            setStage({ is: 'asking' })
            setFormat(next)
          }}
          options={[
            { value: 'csv', label: t`Table (CSV)` },
            { value: 'pdf', label: t`Statement (PDF)` },
          ]}
        />
        {format === 'csv' ? <AboutTable filter={filter} /> : <MonthField month={month} since={since} onChange={setMonth} />}
        {stage.is === 'reading' && <Reading progress={stage.progress} />}
        {stage.is === 'failed' && (
          <p role="alert" className={styles.failed}>
            {stage.words}
          </p>
        )}
      </div>
    </Sheet>
  )
}

function AboutTable({ filter }: { filter: RecordFilter }) {
  return (
    <p>
      {isFiltered(filter) ? (
        <Trans>All records of the filter, oldest first, exact to the last decimal. Times are UTC+8.</Trans>
      ) : (
        <Trans>All your records, oldest first, exact to the last decimal. Times are UTC+8.</Trans>
      )}
    </p>
  )
}

function MonthField({ month, since, onChange }: { month: string; since: number; onChange: (month: string) => void }) {
  const { i18n, t } = useLingui()
  const months = new Set([...monthsSince(since, Date.now(), Infinity), month])
  return (
    <>
      <p>
        <Trans>Opening balance, every record, fees and closing balance of a month. Its days are those of UTC+8.</Trans>
      </p>
      <SelectField
        label={t`Month`}
        value={month}
        onChange={onChange}
        options={[...months].map((each) => ({ value: each, label: monthWords(each, i18n.locale) }))}
      />
    </>
  )
}

function Reading({ progress }: { progress: ExportProgress | undefined }) {
  const { i18n, t } = useLingui()
  const { done = 0, total = 0, month } = progress ?? {}
  const shownMonth = month === undefined ? '' : monthWords(month, i18n.locale)
  return (
    <div role="status">
      <Progress label={t`Reading your records`} {...(total > 0 && { value: Math.min(1, done / total) })} />
      {progress && (
        <p className={styles.when}>
          <Trans>
            {shownMonth}: {done} of {total}
          </Trans>
        </p>
      )}
    </div>
  )
}

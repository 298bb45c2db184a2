import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useBook } from '#api/book.ts'
import { saveText } from '#device/saveText.ts'
import { monthOf } from './recordMonths.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import styles from './BalanceRecords.module.css'
import { type ExportProgress, readAllRecords, recordsCsv } from './exportRecords.ts'
import { isFiltered, type RecordFilter } from './recordFilter.ts'
import { wordsOfBucket, wordsOfType } from '#widgets/recordWords.ts'

interface ExportSheetProps {
  open: boolean
  onClose: () => void
  filter: RecordFilter
}

type Stage = { is: 'asking' } | ({ is: 'reading' } & ExportProgress) | { is: 'failed'; words: string }

/** Saves every record of the filter as a table, all pages, with the count on the way. */
export function ExportSheet({ open, onClose, filter }: ExportSheetProps) {
  const { i18n, t } = useLingui()
  const isOnline = useIsOnline()
  const accountType = useBook()
  const [stage, setStage] = useState<Stage>({ is: 'asking' })
  const reading = useRef<AbortController>(undefined)
  const close = () => {
    reading.current?.abort()
    setStage({ is: 'asking' })
    onClose()
  }
  const words = () => ({
    head: [
      t`Time`,
      t`Type`,
      t`Currency`,
      t`Part of the balance`,
      t`Amount`,
      t`Before`,
      t`After`,
      t`Order number`,
      t`Remark`,
      t`Record`,
      t`Posting`,
    ] as const,
    type: (type: number) => i18n._(wordsOfType(type)),
    bucket: (bucket: string) => i18n._(wordsOfBucket(bucket)),
  })
  const begin = async () => {
    const abort = new AbortController()
    reading.current = abort
    setStage({ is: 'reading', done: 0, total: 0 })
    try {
      const records = await readAllRecords(
        { ...filter, accountType },
        (progress) => !abort.signal.aborted && setStage({ is: 'reading', ...progress }),
        abort.signal,
      )
      const name = `fairlead-records-${filter.month ?? monthOf(Date.now())}.csv`
      saveText(name, recordsCsv(records, words()), 'text/csv;charset=utf-8')
      toast(t`Saved: ${name}`, { tone: 'good' })
      close()
    } catch (error) {
      if (abort.signal.aborted) return
      setStage({
        is: 'failed',
        words: isUnanswered(error) ? t`No answer came. Nothing was saved.` : error instanceof Error ? error.message : '',
      })
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
          {stage.is === 'failed' ? <Trans>Try again</Trans> : <Trans>Save as CSV</Trans>}
        </Button>
      }
    >
      <div className={styles.fields}>
        <p>
          {isFiltered(filter) ? (
            <Trans>All records of the filter, exact to the last decimal. Times are those of this device.</Trans>
          ) : (
            <Trans>All your records, exact to the last decimal. Times are those of this device.</Trans>
          )}
        </p>
        {stage.is === 'reading' && <Reading done={stage.done} total={stage.total} />}
        {stage.is === 'failed' && (
          <p role="alert" className={styles.failed}>
            {stage.words}
          </p>
        )}
      </div>
    </Sheet>
  )
}

function Reading({ done, total }: ExportProgress) {
  const { t } = useLingui()
  return (
    <div role="status">
      <Progress label={t`Reading your records`} {...(total > 0 && { value: done / total })} />
      <p className={styles.when}>
        <Trans>
          {done} of {total}
        </Trans>
      </p>
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { content, type PublicNotice } from '#contract/calls/content.ts'
import { startupNoticeCount } from '#contract/calls/frame.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { BellIcon } from '#ui/icons/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import styles from './Home.module.css'
import { useOfflineDataTime } from './useOfflineAsOf.ts'

const SavedArticlesFallback = lazy(() =>
  import('./SavedArticlesFallback.tsx').then((module) => ({ default: module.SavedArticlesFallback })),
)

const staleMs = 300_000

/** The newest notices; without a signal, those that this device has saved. */
export const NoticeLines = memo(function NoticeLine() {
  const { code } = useLanguage()
  const asked = useQuery({ ...apiReadQuery(content.notices, { pageSize: startupNoticeCount, lang: code }), staleTime: staleMs })
  const { data, error, isPending } = asked
  const at = useOfflineDataTime(asked)
  if (isPending) return <Waiting />
  if (data) return <Notices notices={data.records} at={at} />
  if (!isUnansweredError(error)) return null
  return (
    <Suspense fallback={<Waiting />}>
      <SavedArticlesFallback waiting={<Waiting />} none={null}>
        {(saved) => <Notices notices={saved.notices} at={undefined} />}
      </SavedArticlesFallback>
    </Suspense>
  )
})

const Waiting = () => (
  <span className={styles.notice}>
    <Skeleton width={14} />
  </span>
)

/** Each standing still until it is swiped on. Nothing at all while there is none. */
function Notices({ notices, at }: { notices: readonly PublicNotice[]; at: number | undefined }) {
  const { t } = useLingui()
  const shown = notices.slice(0, startupNoticeCount)
  const all = shown.length
  if (all === 0) return null
  return (
    <ul className={styles.notices}>
      {shown.map(({ id, title }, index) => {
        const place = index + 1
        return (
          <li key={id}>
            <Link to={path.announcements} search={{ id }} className={styles.notice}>
              <BellIcon className={styles.bell} />
              <span>
                <span className="visuallyHidden">{t`Notice:`} </span>
                {title}
              </span>
              <DataAgeChip at={at} />
              {all > 1 && (
                <small className={styles.place} aria-hidden="true">
                  {place}/{all}
                </small>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

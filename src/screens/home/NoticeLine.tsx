import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Bell, ChevronRight } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Home.module.css'

const staleMs = 300_000

/** The newest notice, standing still. Nothing at all while there is none. */
export function NoticeLine() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data, isPending } = useQuery({ ...query(content.notices, { lang: code, pageSize: 1 }), staleTime: staleMs })
  const notice = data?.records[0]
  if (isPending) {
    return (
      <span className={styles.notice}>
        <Skeleton width={14} />
      </span>
    )
  }
  if (!notice) return null
  return (
    <Link to={path.announcements} className={styles.notice}>
      <Bell className={styles.bell} />
      <span>
        <span className="visuallyHidden">{t`Notice:`} </span>
        {notice.title}
      </span>
      <ChevronRight />
    </Link>
  )
}

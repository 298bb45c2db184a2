import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ArticleList } from './ArticleList.tsx'

export const Route = createFileRoute('/xinwen')({ component: News })

/** News, newest first (product §4.2 row 30). */
function News() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`News`} back flush>
      <ArticleList
        wanted={{ kind: 'news' }}
        dated
        empty={
          <Empty
            text={t`News will be here, newest first.`}
            action={
              <ButtonLink to={path.articles} kind="secondary">
                <Trans>Read the help instead</Trans>
              </ButtonLink>
            }
          />
        }
      />
    </ScreenLayout>
  )
}

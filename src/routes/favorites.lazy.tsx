import { createLazyRoute } from '@tanstack/react-router'
import { FavoritesPage } from './favorites-page.tsx'

export const Route = createLazyRoute('/favorites')({ component: FavoritesPage })

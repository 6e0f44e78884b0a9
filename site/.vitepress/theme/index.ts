// The theme of VitePress without its fonts, with our style and our page for addresses that do not exist.

import { type EnhanceAppContext, withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { searchOptions } from '../../search.ts';
import './style.css';

const notFound = () =>
  h('main', { class: 'not-found vp-doc' }, [
    h('h1', 'Page not found'),
    h('p', ['Search for it above, or go to the ', h('a', { href: withBase('/') }, 'front page'), '.']),
  ]);

export default {
  extends: theme,
  // functions cannot come from the configuration: the policy of the pages forbids the code that would make them of texts
  enhanceApp({ siteData }: EnhanceAppContext) {
    Object.assign(siteData.value.themeConfig.search.options, {
      miniSearch: { searchOptions: searchOptions(siteData.value.base) },
    });
  },
  Layout: () => h(theme.Layout, null, { 'not-found': notFound }),
};

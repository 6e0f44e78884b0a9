import { parseXML, XmlNode } from '@aws-sdk/xml-builder';

/** An element that was read: its text or its children, several of one name as a list. */
export type Element = string | { readonly [name: string]: Element | readonly Element[] };

/** A document, by the name of its root; undefined if it is none, or breaks off. */
export function parsed(body: string): Readonly<Record<string, Element>> | undefined {
  try {
    return parseXML(body) as Record<string, Element>;
  } catch {
    return undefined;
  }
}

/** The text of a child; undefined where there is none. */
export function textOf(parent: Element, name: string): string | undefined {
  const child = typeof parent === 'string' ? undefined : parent[name];
  return typeof child === 'string' ? child : undefined;
}

/** The children of one name, none, one or several. */
export function listOf(parent: Element, name: string): readonly Element[] {
  const children = typeof parent === 'string' ? undefined : parent[name];
  if (children === undefined) return [];
  return Array.isArray(children) ? children : [children as Element];
}

/** A document whose root has children of one name, each with these texts. */
export function writeXml(
  root: string,
  name: string,
  children: readonly Readonly<Record<string, string>>[],
  texts: Readonly<Record<string, string>> = {},
): string {
  const node = new XmlNode(root).a('xmlns', 'http://s3.amazonaws.com/doc/2006-03-01/');
  for (const child of children) node.c(withTexts(new XmlNode(name), child));
  return `<?xml version="1.0" encoding="UTF-8"?>${withTexts(node, texts).toString()}`;
}

function withTexts(node: XmlNode, texts: Readonly<Record<string, string>>): XmlNode {
  for (const [name, text] of Object.entries(texts)) node.c(XmlNode.of(name, text));
  return node;
}

// Package storetest is the conformance suite of objects.Store: every guarantee
// in the comments of Store and Stage is a test here, and every implementation
// runs them all.
//
//	func TestConformance(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) objects.Store { return open(t) })
//	}
//
// Loopback wraps a store so that each call and each answer is encoded, carried
// as bytes and decoded. A store that passes the suite through it proves that
// the interface is made of messages, which a broker can serve.
package storetest
